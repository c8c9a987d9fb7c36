// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.Freshness;
import io.turnout.spi.RouteKey;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is found out about keys whose cells do not hold them.
 *
 * <p>For one key the authority is asked once in a second at most; who comes while it is asked
 * shares the answer, and who comes after that gets what is held since. Of the keys of this second
 * and the last one it remembers that they were asked for, up to a limit beyond which none is asked
 * for. Thread-safe.
 */
final class Corrections {

  static final long SPACING_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The most keys that are corrected in a second. */
  static final int MOST_KEYS = 10_000;

  private static final Resolution TOO_MANY =
      new Resolution.Unavailable(Resolution.Unavailable.Cause.OVERLOADED);

  /** One corrective look-up. */
  private static final class Correction {
    private final CompletableFuture<Resolution> answer = new CompletableFuture<>();
    private final long startedNanos;

    Correction(long startedNanos) {
      this.startedNanos = startedNanos;
    }

    boolean isRecent(long now) {
      return now - startedNanos < SPACING_NANOS;
    }
  }

  private final SingleFlight flights;
  private final ResolverParts parts;
  private final Object lock = new Object();
  private Map<RouteKey, Correction> current = new HashMap<>();
  private Map<RouteKey, Correction> before = new HashMap<>();
  private long turnedNanos;

  Corrections(SingleFlight flights) {
    this.flights = flights;
    this.parts = flights.parts();
    this.turnedNanos = parts.clock().nanos();
  }

  /**
   * What is held that is newer than the version used, else what the authority says once that
   * version and older ones are removed. Never fails.
   */
  @SuppressWarnings("FutureReturnValueIgnored")
  CompletionStage<Resolution> lookUp(RouteKey key, long usedVersion, String wrongCell) {
    Resolution newer = newer(key, usedVersion, wrongCell);
    if (newer != null) {
      return CompletableFuture.completedFuture(newer);
    }
    Correction mine = new Correction(parts.clock().nanos());
    Correction correction = claim(key, mine);
    if (correction == null) {
      return CompletableFuture.completedFuture(TOO_MANY);
    }
    if (correction == mine) {
      flights.forget(key, belowVersion(key, usedVersion, wrongCell));
      flights.ask(key).thenAccept(mine.answer::complete);
    }
    return correction == mine || !correction.answer.isDone()
        ? correction.answer.copy()
        : CompletableFuture.completedFuture(since(key, correction.answer.join()));
  }

  /** What is held since an answer came; the answer itself may be expired, or overtaken, by now. */
  private Resolution since(RouteKey key, Resolution answer) {
    NearEntry held = parts.near().peek(key);
    Freshness freshness = held == null ? Freshness.EXPIRED : parts.judge().now(held);
    Resolution usable = held == null ? null : answer(held, freshness);
    if (usable != null) {
      return usable;
    }
    return answer.kind() == Resolution.Kind.UNAVAILABLE ? answer : TOO_MANY;
  }

  private @Nullable Resolution answer(NearEntry held, Freshness freshness) {
    return switch (freshness) {
      case FRESH -> held.ready;
      case STALE -> held.staleAnswer(parts.clock());
      case EXPIRED -> null;
    };
  }

  /** What is held that is newer than the version used; a miss if there is nothing, or no more. */
  Resolution now(RouteKey key, long usedVersion, String wrongCell) {
    Resolution newer = newer(key, usedVersion, wrongCell);
    if (newer != null) {
      return newer;
    }
    Correction mine = new Correction(parts.clock().nanos());
    if (claim(key, mine) == mine) {
      flights.forget(key, belowVersion(key, usedVersion, wrongCell));
      mine.answer.complete(Resolution.Miss.EXPIRED);
    }
    return Resolution.Miss.EXPIRED;
  }

  /** What goes: the version used and older, and a newer one that names the same cell. */
  private long belowVersion(RouteKey key, long usedVersion, String wrongCell) {
    NearEntry held = parts.near().peek(key);
    boolean sameCell = held != null && held.cell().filter(wrongCell::equals).isPresent();
    return 1 + (held != null && sameCell ? Math.max(held.version, usedVersion) : usedVersion);
  }

  /** A newer answer than the one used; one that names the same cell is no better. */
  private @Nullable Resolution newer(RouteKey key, long usedVersion, String wrongCell) {
    NearEntry held = parts.near().peek(key);
    if (held == null || held.version <= usedVersion) {
      return null;
    }
    Freshness freshness = parts.judge().now(held);
    if (freshness == Freshness.EXPIRED || held.cell().filter(wrongCell::equals).isPresent()) {
      return null;
    }
    flights.refreshIfStale(key);
    return answer(held, freshness);
  }

  /** The correction of a key that is recent, or else this one; null if there are too many. */
  private @Nullable Correction claim(RouteKey key, Correction mine) {
    synchronized (lock) {
      long now = mine.startedNanos;
      if (now - turnedNanos >= SPACING_NANOS) {
        before = now - turnedNanos >= 2 * SPACING_NANOS ? new HashMap<>() : current;
        current = new HashMap<>();
        turnedNanos = now;
      }
      Correction known = current.getOrDefault(key, before.get(key));
      if (known != null && known.isRecent(now)) {
        return known;
      }
      if (current.size() >= MOST_KEYS) {
        return null;
      }
      current.put(key, mine);
      return mine;
    }
  }
}
