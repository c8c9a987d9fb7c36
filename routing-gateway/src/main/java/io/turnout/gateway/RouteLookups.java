// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.protocol.LookupJson.Answer;
import io.turnout.protocol.RouteAnnouncement;
import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.spi.Freshness;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/**
 * Looks keys up for other routers, and tells what remains of what is known.
 *
 * <p>A router that asks has a stale copy of its own and wants a better one; so what is stale here
 * counts as expired, and nothing expired is ever told. That is why the resolver has no layers, from
 * which stale entries would come. A version that the asker insists on is taken for given out: what
 * is held below it is removed, and the authority asked for at least that. Thread-safe.
 */
final class RouteLookups implements AutoCloseable {

  private static final String FAILED = "unavailable";

  private final RouteClock clock;
  private final CellResolver resolver;
  private final ConcurrentMap<Lookup, CompletionStage<Resolution>> insisting =
      new ConcurrentHashMap<>();

  RouteLookups(
      RouteAuthority authority, RouteClock steadyClock, Consumer<CellResolver.Builder> options) {
    clock = steadyClock;
    CellResolver.Builder builder = CellResolver.builder(authority).clock(clock);
    options.accept(builder);
    resolver = builder.build();
  }

  /** The answer to a question; the stage does not fail. */
  CompletionStage<Answer> answer(Lookup lookup) {
    RouteKey key = lookup.key();
    Optional<RouteEntry> held =
        entry(resolver.resolveNow(key)).filter(entry -> isEnough(entry, lookup));
    return held.flatMap(entry -> RouteAnnouncement.of(entry, clock.wallMillis()))
        .<CompletionStage<Answer>>map(told -> CompletableFuture.completedStage(Answer.of(told)))
        .orElseGet(() -> ask(lookup).thenApply(resolution -> answer(key, resolution)));
  }

  private boolean isEnough(RouteEntry entry, Lookup lookup) {
    return entry.freshness(clock.wallMillis()) == Freshness.FRESH
        && entry.version() >= lookup.atLeastVersion();
  }

  private CompletionStage<Resolution> ask(Lookup lookup) {
    if (lookup.atLeastVersion() == 0) {
      return resolver.resolveMissed(lookup.key());
    }
    CompletionStage<Resolution> stage = insisting.computeIfAbsent(lookup, this::insist);
    stage.whenComplete((resolution, failure) -> insisting.remove(lookup, stage));
    return stage;
  }

  private CompletionStage<Resolution> insist(Lookup lookup) {
    resolver.forget(lookup.key(), lookup.atLeastVersion());
    return resolver.resolveMissed(lookup.key());
  }

  /** What the authority said; an answer that had no life left when it came must not be kept. */
  private Answer answer(RouteKey key, Resolution resolution) {
    if (resolution instanceof Resolution.Unavailable unavailable) {
      return Answer.failed(key, unavailable.cause().name().toLowerCase(Locale.ROOT));
    }
    Optional<RouteEntry> known = entry(resolution);
    if (known.isEmpty()) {
      return Answer.failed(key, FAILED);
    }
    RouteEntry entry = known.get();
    long now = clock.wallMillis();
    boolean asked = resolution.layer().equals(Resolution.AUTHORITY);
    if (!asked && entry.freshness(now) != Freshness.FRESH) {
      return Answer.failed(key, FAILED);
    }
    return Answer.of(
        RouteAnnouncement.of(entry, now)
            .orElseGet(
                () ->
                    new RouteAnnouncement(
                        key, entry.cell(), entry.version(), Duration.ZERO, Duration.ZERO)));
  }

  private static Optional<RouteEntry> entry(Resolution resolution) {
    if (resolution instanceof Resolution.Fresh fresh) {
      return Optional.of(fresh.entry());
    }
    if (resolution instanceof Resolution.Stale stale) {
      return Optional.of(stale.entry());
    }
    return resolution instanceof Resolution.Unknown unknown
        ? Optional.of(unknown.entry())
        : Optional.empty();
  }

  /** Counts all that is held as expired. */
  void expire() {
    resolver.invalidate(Instant.MAX);
  }

  @Override
  public void close() {
    resolver.close();
  }
}
