// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How a gateway caches where keys live, and how it asks for it. The words are those of {@link
 * io.turnout.resolve.CellResolver.Builder}.
 *
 * @param nearCache the most that the near cache holds
 * @param layerTimeout how long a read of a layer may take, 1 ms to 1 minute
 * @param authorityTimeout how long one look-up at the authority may take, 1 ms to 1 minute
 * @param authorityConcurrency how many calls of the authority may run at once, 1 to 10,000
 * @param authorityQueue how many look-ups may wait for one, 0 to 1,000,000
 * @param maxFresh the longest that an entry is fresh, 0 to 18,250 days
 * @param maxExpire the longest that an entry is used at all, 0 to 18,250 days
 * @param maxStale the longest that an entry is used after it went stale, 0 to 18,250 days
 * @param serveExpiredFor how long an expired entry is served while the authority fails, 0 to 18,250
 *     days
 * @param freshnessSpread by how many percent a fresh life is shortened at random at most, 0 to 10
 * @param snapshot where the near cache is kept over a restart; empty: nowhere
 */
public record ResolverSettings(
    NearCacheBound nearCache,
    Duration layerTimeout,
    Duration authorityTimeout,
    int authorityConcurrency,
    int authorityQueue,
    Duration maxFresh,
    Duration maxExpire,
    Duration maxStale,
    Duration serveExpiredFor,
    int freshnessSpread,
    Optional<SnapshotSettings> snapshot) {

  /** The longest of both time-outs. */
  public static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);

  /** The longest of all lives. */
  public static final Duration LONGEST_LIFE = Duration.ofDays(18_250);

  /** The most calls at once. */
  public static final int MOST_CALLS = 10_000;

  /** The longest queue. */
  public static final int LONGEST_QUEUE = 1_000_000;

  /** The widest spread, in percent. */
  public static final int WIDEST_SPREAD = 10;

  /** What is taken where nothing is said. */
  public static final ResolverSettings DEFAULT =
      new ResolverSettings(
          NearCacheBound.DEFAULT,
          Duration.ofMillis(20),
          Duration.ofMillis(250),
          32,
          1_000,
          LONGEST_LIFE,
          LONGEST_LIFE,
          LONGEST_LIFE,
          Duration.ZERO,
          WIDEST_SPREAD,
          Optional.empty());

  /**
   * Checks every one.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public ResolverSettings {
    Objects.requireNonNull(nearCache, "nearCache");
    Objects.requireNonNull(snapshot, "snapshot");
    Duration shortest = Duration.ofMillis(1);
    check("layerTimeout", layerTimeout, shortest, LONGEST_TIMEOUT);
    check("authorityTimeout", authorityTimeout, shortest, LONGEST_TIMEOUT);
    check("authorityConcurrency", authorityConcurrency, 1, MOST_CALLS);
    check("authorityQueue", authorityQueue, 0, LONGEST_QUEUE);
    check("maxFresh", maxFresh, Duration.ZERO, LONGEST_LIFE);
    check("maxExpire", maxExpire, Duration.ZERO, LONGEST_LIFE);
    check("maxStale", maxStale, Duration.ZERO, LONGEST_LIFE);
    check("serveExpiredFor", serveExpiredFor, Duration.ZERO, LONGEST_LIFE);
    check("freshnessSpread", freshnessSpread, 0, WIDEST_SPREAD);
  }

  /**
   * The same with another time-out of look-ups.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public ResolverSettings withAuthorityTimeout(Duration timeout) {
    return new ResolverSettings(
        nearCache,
        layerTimeout,
        timeout,
        authorityConcurrency,
        authorityQueue,
        maxFresh,
        maxExpire,
        maxStale,
        serveExpiredFor,
        freshnessSpread,
        snapshot);
  }

  private static <T extends Comparable<T>> void check(String name, T value, T least, T most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " " + value + " must lie in " + least + " to " + most);
    }
  }
}
