// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One host: its clock, its resolver, and what the resolver must keep to. */
final class SimulatedHost {

  private record Removed(long belowVersion, long nanos) {}

  private final SplittableRandom random;
  private final SimulatedTruth truth;
  private final VirtualTime time;
  private final SimulationOptions options;
  private final List<RouteKey> keys;
  private final HostClock clock;
  private final SimulatedAuthority authority;
  private final CellResolver resolver;
  private final List<CompletableFuture<Resolution>> asked = new ArrayList<>();
  private final Map<RouteKey, Removed> removed = new HashMap<>();
  private final Map<RouteKey, Long> invalidated = new HashMap<>();
  private int answers;

  SimulatedHost(SimulatedWorld world) {
    random = world.random();
    truth = world.truth();
    time = truth.time();
    options = world.options();
    keys = world.keys();
    clock = new HostClock(time, off());
    authority = new SimulatedAuthority(random, truth, options);
    CellResolver.Builder builder =
        CellResolver.builder(authority)
            .nearCache(options.remembersAll() ? 1_000 : 1)
            .authorityTimeout(Duration.ofMillis(options.timeoutMillis()))
            .authorityConcurrency(options.concurrency())
            .authorityQueue(options.queue())
            .layerTimeout(Duration.ofMillis(SimulationOptions.LAYER_TIMEOUT_MILLIS))
            .serveExpiredFor(Duration.ofMillis(options.serveExpiredMillis()))
            .freshnessSpread(options.spreadPercent())
            .random(random)
            .clock(clock)
            .scheduler(time);
    world.layers().forEach(layer -> builder.layer(layer.seenFrom(clock)));
    if (options.maxStaleMillis() != Long.MAX_VALUE) {
      builder.maxStale(Duration.ofMillis(options.maxStaleMillis()));
    }
    if (options.pushes()) {
      builder.invalidations(new Noticed(world.channel()));
    }
    resolver = builder.build();
  }

  /** Hosts' clocks differ by less than a second; alone, a clock may jump as far as it likes. */
  private long off() {
    boolean alone = options.hosts() == 1 && options.layers() == 0;
    return alone ? random.nextInt(7_200_000) - 3_600_000 : random.nextInt(900) - 450;
  }

  /** One thing that happens here. */
  void step(RouteKey key) {
    requireNoViolation();
    switch (random.nextInt(24)) {
      case 0 -> authority.toggleDown();
      case 1 -> forget(key, Math.max(0, truth.now(key).version() + 1 - random.nextInt(3)));
      case 2 -> learn(key);
      case 3 -> invalidate(key);
      case 4 -> clock.setOff(off());
      case 5, 6, 7, 8, 9, 10 -> check(key, resolver.resolveNow(key), time.nanos());
      case 11 -> resolver.resolve(key).toCompletableFuture().cancel(true);
      default -> ask(key);
    }
  }

  CompletableFuture<Resolution> ask(RouteKey key) {
    long askedAt = time.nanos();
    CompletableFuture<Resolution> checked =
        resolver
            .resolve(key)
            .toCompletableFuture()
            .thenApply(
                resolution -> {
                  check(key, resolution, askedAt);
                  return resolution;
                });
    asked.add(checked);
    if (checked.isDone()) {
      checked.join();
    }
    return checked;
  }

  private void forget(RouteKey key, long below) {
    noteRemoval(key, below);
    resolver.forget(key, below);
  }

  private void noteRemoval(RouteKey key, long below) {
    authority.detach(List.of(key));
    removed.put(key, new Removed(below, time.nanos()));
  }

  private void learn(RouteKey key) {
    long agoMillis = random.nextInt(300);
    long loadedAt = clock.wallMillis() - agoMillis;
    long fresh = random.nextInt(1_000);
    long expire = fresh + random.nextInt(1_000);
    long version = Math.max(1, truth.now(key).version() - random.nextInt(3));
    truth.said(
        key,
        new SimulatedTruth.Said(
            time.nanos() - agoMillis * 1_000_000,
            version,
            true,
            fresh * 1_000_000,
            expire * 1_000_000));
    resolver.learn(
        new RouteEntry(
            key,
            Optional.of(SimulatedTruth.cell(version)),
            version,
            loadedAt,
            loadedAt + fresh,
            loadedAt + expire));
  }

  private void invalidate(RouteKey key) {
    Instant now = Instant.ofEpochMilli(clock.wallMillis());
    noteInvalidation();
    if (random.nextBoolean()) {
      resolver.invalidate(now);
    } else {
      resolver.invalidate(key.namespace(), now);
    }
  }

  private void noteInvalidation() {
    authority.detach(keys);
    keys.forEach(each -> invalidated.put(each, time.nanos()));
  }

  private void check(RouteKey key, Resolution resolution, long askedAt) {
    answers++;
    RouteEntry entry = entry(resolution);
    if (entry == null) {
      boolean failed = resolution.kind() == Kind.UNAVAILABLE;
      require(!failed || !options.reliable(), "a healthy authority, and yet " + resolution);
      return;
    }
    require(entry.key().equals(key), "an answer about another key");
    long now = time.nanos();
    boolean lie = entry.cell().equals(Optional.of(SimulatedLayer.LIE));
    if (!lie) {
      require(
          entry.cell().isEmpty() || entry.cell().get().equals(SimulatedTruth.cell(entry.version())),
          "version " + entry.version() + " with " + entry.cell());
      boolean justified =
          truth.allSaid(key).stream()
              .anyMatch(said -> justifies(said, resolution, entry, askedAt, now));
      require(
          justified,
          resolution
              + (" at " + now + " asked at " + askedAt + " of " + truth.allSaid(key))
              + (" after " + removed.get(key) + " and " + invalidated.get(key)));
    }
    require(!lie || entry.version() > 1, "a lie that can be seen through");
    if (options.remembersAll()) {
      long floor = authority.floor(key);
      require(entry.version() >= floor, "version " + entry.version() + " after " + floor);
      authority.seen(key, entry.version());
    }
  }

  /** Whether something that was said allows to answer so, now, somebody who asked then. */
  private boolean justifies(
      SimulatedTruth.Said said, Resolution resolution, RouteEntry entry, long askedAt, long now) {
    if (said.version() != entry.version() || said.known() != entry.cell().isPresent()) {
      return false;
    }
    boolean askedBefore = said.sentNanos() >= askedAt;
    if (!askedBefore && !maySurvive(said, resolution.layer(), entry.key(), askedAt)) {
      return false;
    }
    return switch (resolution.kind()) {
      case FRESH -> said.isFreshAt(now) || askedBefore;
      case STALE -> livesAt(said, now, 0) || askedBefore;
      case UNKNOWN -> livesAt(said, now, 0) || askedBefore;
      case EXPIRED -> livesAt(said, now, options.serveExpiredMillis());
      case UNAVAILABLE, MISS -> false;
    };
  }

  private boolean livesAt(SimulatedTruth.Said said, long now, long graceMillis) {
    long staleNanos =
        options.maxStaleMillis() == Long.MAX_VALUE
            ? said.expireNanos()
            : said.freshNanos() + options.maxStaleMillis() * 1_000_000;
    long expire = Math.min(said.expireNanos(), staleNanos);
    return now < said.sentNanos() + expire + graceMillis * 1_000_000;
  }

  /** Whether what was said is not forbidden by what happened between it and the question. */
  private boolean maySurvive(SimulatedTruth.Said said, String layer, RouteKey key, long askedAt) {
    Removed last = removed.get(key);
    boolean isRemoved =
        options.remembersAll()
            && last != null
            && last.nanos() < askedAt
            && said.sentNanos() < last.nanos()
            && (said.version() < last.belowVersion() || layer.equals(Resolution.AUTHORITY));
    Long at = invalidated.get(key);
    boolean isInvalidated = at != null && at < askedAt && said.sentNanos() < at - 1_000_000;
    return !isRemoved && !isInvalidated;
  }

  /** Time has come to rest: everybody is answered, nothing is under way. */
  void requireRest() {
    require(asked.stream().allMatch(CompletableFuture::isDone), "somebody waits for ever");
    asked.forEach(CompletableFuture::join);
    require(resolver.underWay() == 0, resolver.underWay() + " under way at the end");
    require(answers > 0, "no answers");
    requireNoViolation();
  }

  private void requireNoViolation() {
    require(authority.violations().isEmpty(), authority.violations().toString());
  }

  /** With everything well again, a stale entry is refreshed after a while. */
  void requireRefresh(RouteKey key) {
    for (int second = 0; second < 45; second++) {
      if (resolver.resolveNow(key).kind() != Kind.STALE) {
        return;
      }
      time.advance(Duration.ofSeconds(1));
    }
    throw new AssertionError("a stale entry is not refreshed");
  }

  /** With everything well again, and what is cached out of the way, the truth is found. */
  void requireTruth(RouteKey key) {
    invalidated.put(key, time.nanos());
    resolver.invalidate(Instant.ofEpochMilli(clock.wallMillis()));
    time.advance(Duration.ofMillis(1_500));
    CompletableFuture<Resolution> stage = ask(key);
    time.advance(Duration.ofSeconds(5));
    if (stage.join().equals(new Resolution.Unavailable(Cause.SUSPENDED))) {
      stage = ask(key);
      time.advance(Duration.ofSeconds(5));
    }
    RouteEntry entry = entry(stage.join());
    require(entry != null, "no answer at last: " + stage.join());
    SimulatedTruth.State state = truth.now(key);
    require(
        entry != null
            && entry.version() == state.version()
            && entry.cell().isPresent() == state.known(),
        stage.join() + " where the truth is " + state);
  }

  void recover() {
    authority.recover();
  }

  void close() {
    resolver.close();
  }

  private static @Nullable RouteEntry entry(Resolution resolution) {
    return switch (resolution.kind()) {
      case FRESH -> ((Resolution.Fresh) resolution).entry();
      case STALE -> ((Resolution.Stale) resolution).entry();
      case EXPIRED -> ((Resolution.Expired) resolution).entry();
      case UNKNOWN -> ((Resolution.Unknown) resolution).entry();
      case UNAVAILABLE, MISS -> null;
    };
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  /** The channel as this host hears it: what the resolver hears is noted first. */
  private final class Noticed implements RouteInvalidations {
    private final RouteInvalidations channel;

    Noticed(RouteInvalidations channel) {
      this.channel = channel;
    }

    @Override
    public CompletionStage<Void> publish(RouteKey key, long belowVersion) {
      return channel.publish(key, belowVersion);
    }

    @Override
    public Subscription subscribe(Listener listener) {
      return channel.subscribe(
          new Listener() {
            @Override
            public void onInvalidated(RouteKey key, long belowVersion) {
              noteRemoval(key, belowVersion);
              listener.onInvalidated(key, belowVersion);
            }

            @Override
            public void onGap() {
              noteInvalidation();
              listener.onGap();
            }
          });
    }
  }
}
