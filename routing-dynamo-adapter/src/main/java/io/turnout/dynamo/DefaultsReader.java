// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteLife;
import io.turnout.store.RouteDefaults;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The default durations, which are read now and then instead of with every look-up: their one item
 * would be the hottest of the table.
 *
 * <p>That they are kept for a while lets no copy live longer than it may: an answer made with them
 * gets what is left of them, counted from when they were asked for, as if the look-up had been sent
 * then. So whoever lowers the defaults may count from the write, as if they had been read afresh.
 *
 * <p>Reads are consistent. After half of their time they are read again in the background; after
 * all of it who asks waits. Thread-safe.
 */
final class DefaultsReader {

  /** The part of the shortest default that may pass before the defaults are read again. */
  private static final int PART_OF_SHORTEST = 4;

  private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();

  private final RouteClock clock;
  private final long maxAgeNanos;
  private final Supplier<CompletionStage<RouteDefaults>> read;
  private @Nullable Aged kept;
  private @Nullable CompletableFuture<Aged> flight;
  private long notBefore;

  /**
   * Begins.
   *
   * @param maxAge how old they may be when they are used
   * @param read reads them; called by whoever asks, never under a lock
   */
  DefaultsReader(RouteClock clock, Duration maxAge, Supplier<CompletionStage<RouteDefaults>> read) {
    this.clock = clock;
    this.maxAgeNanos = maxAge.toNanos();
    this.read = read;
    this.notBefore = clock.nanos();
  }

  /**
   * Defaults, and when they were asked for.
   *
   * @param sentNanos on the monotonic clock
   */
  record Aged(RouteDefaults defaults, long sentNanos) {

    /** What is left of them for a look-up that was sent at an instant of the monotonic clock. */
    RouteDefaults leftAt(long nanos) {
      long age = nanos - sentNanos;
      return age <= 0
          ? defaults
          : new RouteDefaults(
              left(defaults.known(), age),
              left(defaults.unknown(), age),
              defaults.longestLifeUntil(),
              defaults.stamp());
    }

    private static RouteLife left(RouteLife life, long ageNanos) {
      return new RouteLife(left(life.freshFor(), ageNanos), left(life.expireAfter(), ageNanos));
    }

    private static Duration left(Duration whole, long ageNanos) {
      Duration left = whole.minusNanos(ageNanos);
      return left.isNegative() ? Duration.ZERO : left;
    }

    /** How long they may be used at most, so that no default loses a large part of itself. */
    private long limitNanos(long maxAgeNanos) {
      return Stream.of(defaults.known(), defaults.unknown())
          .map(RouteLife::expireAfter)
          .filter(life -> !life.isZero())
          .map(life -> life.dividedBy(PART_OF_SHORTEST))
          .filter(part -> part.compareTo(Duration.ofNanos(maxAgeNanos)) < 0)
          .mapToLong(Duration::toNanos)
          .min()
          .orElse(maxAgeNanos);
    }
  }

  /**
   * The defaults, at once if they are not too old. Who waits for a read that was sent before, and
   * fails, has them read again: what was wrong may have ended.
   */
  CompletionStage<Aged> get() {
    Asked asked = ask();
    return asked.joined()
        ? asked.stage().exceptionallyCompose(failure -> ask().stage())
        : asked.stage();
  }

  /** A stage, and whether it is that of a read which somebody else began. */
  private record Asked(CompletionStage<Aged> stage, boolean joined) {}

  private Asked ask() {
    long now = clock.nanos();
    CompletableFuture<Aged> mine = new CompletableFuture<>();
    Asked result;
    synchronized (this) {
      Aged held = kept;
      long age = held == null ? 0 : now - held.sentNanos();
      long limit = held == null ? 0 : held.limitNanos(maxAgeNanos);
      boolean usable = held != null && age < limit;
      boolean due = !usable || (age >= limit / 2 && now - notBefore >= 0);
      if (held != null && usable) {
        result = new Asked(CompletableFuture.completedStage(held), false);
      } else {
        result = flight == null ? new Asked(mine, false) : new Asked(flight, true);
      }
      if (!due || flight != null) {
        return result;
      }
      flight = mine;
    }
    fly(mine, now);
    return result;
  }

  private void fly(CompletableFuture<Aged> mine, long sentNanos) {
    CompletionStage<RouteDefaults> sent;
    try {
      sent = read.get();
    } catch (RuntimeException e) {
      sent = CompletableFuture.failedStage(e);
    }
    sent.whenComplete(
        (defaults, failure) -> {
          synchronized (this) {
            flight = null;
            if (failure == null) {
              kept = new Aged(defaults, sentNanos);
            } else {
              notBefore = clock.nanos() + RETRY_NANOS;
            }
          }
          if (failure == null) {
            mine.complete(new Aged(defaults, sentNanos));
          } else {
            mine.completeExceptionally(Failures.unwrapped(failure));
          }
        });
  }
}
