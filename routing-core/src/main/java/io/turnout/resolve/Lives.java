// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;

/** Gives answers their lives: capped, spread, and counted from when they were asked for. */
final class Lives {

  /** The longest life; differences of instants on the monotonic clock stay far from overflow. */
  static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(50 * 365);

  /** Nanoseconds beyond every life. */
  static final long NEVER = 1L << 61;

  /** How far ahead of this clock another one may be. */
  static final long FUTURE_TOLERANCE_MILLIS = 1_000;

  /** How long an entry is fresh, and how long it lives at all. */
  private record Span(long freshMillis, long expireMillis) {}

  private final long maxFreshMillis;
  private final long maxExpireMillis;
  private final long maxStaleMillis;
  private final double spread;
  private final RandomGenerator random;
  private final SharedCells cells = new SharedCells();

  Lives(ResolverOptions options) {
    maxFreshMillis = millis(options.maxFresh());
    maxExpireMillis = millis(options.maxExpire());
    maxStaleMillis = millis(options.maxStale());
    spread = options.spreadPercent() / 100.0;
    random = options.random();
  }

  /**
   * What the authority answered to a question.
   *
   * @param insistedOn as in {@link Candidate}
   */
  Candidate of(AuthorityAnswer answer, Sent sent, long insistedOn) {
    Optional<String> cell =
        answer instanceof AuthorityAnswer.Known known
            ? Optional.of(known.cell())
            : Optional.empty();
    long loadedAt = sent.at().wallMillis();
    long expire = millis(answer.expireAfter());
    long fresh = Math.min(millis(answer.freshFor()), expire);
    RouteEntry raw =
        new RouteEntry(
            answer.key(), cell, answer.version(), loadedAt, loadedAt + fresh, loadedAt + expire);
    return capped(raw, sent.at().nanos(), sent.order(), insistedOn);
  }

  /** What came by another way; its times are translated to the monotonic clock now, once. */
  Candidate of(RouteEntry learned, RouteClock clock) {
    long age = within(minus(clock.wallMillis(), learned.loadedAt()));
    long loaded = clock.nanos() - TimeUnit.MILLISECONDS.toNanos(age);
    return capped(learned, loaded, Candidate.UNORDERED, 0);
  }

  /**
   * What a layer holds; it may come from a host whose clock is a little ahead. So that it is not
   * taken for newer than it is, it counts as loaded earlier by what clocks may differ.
   *
   * @param held its {@code freshUntil} and {@code expiresAt} are on this host's wall clock
   * @param sentNanos when the read was sent, on the monotonic clock
   * @param sentWallMillis the same on the wall clock
   */
  Candidate of(RouteEntry held, long sentNanos, long sentWallMillis) {
    long age = within(minus(sentWallMillis, held.loadedAt()));
    Candidate exact =
        capped(held, sentNanos - TimeUnit.MILLISECONDS.toNanos(age), Candidate.UNORDERED, 0);
    Life life = exact.life();
    long loaded = life.loaded() - TimeUnit.MILLISECONDS.toNanos(FUTURE_TOLERANCE_MILLIS);
    return new Candidate(
        held,
        exact.rawLife(),
        exact.entry(),
        new Life(loaded, life.fresh(), life.expires()),
        Candidate.UNORDERED,
        0);
  }

  /**
   * The life of what a snapshot held: capped as others are, but not spread again. By a clock that
   * was set back it was loaded later than now; it counts as loaded just before, so that an
   * invalidation at this very instant is after it.
   *
   * @param loaded when it was loaded, on the wall clock like its other times
   */
  Life restored(RouteEntry held, long loaded, Instants now) {
    Span span = span(held, loaded, freshMillis -> freshMillis);
    long loadedNanos = Math.min(now.nanosAt(loaded), now.nanos() - 1);
    return new Life(
        loadedNanos,
        loadedNanos + TimeUnit.MILLISECONDS.toNanos(span.freshMillis()),
        loadedNanos + TimeUnit.MILLISECONDS.toNanos(span.expireMillis()));
  }

  /**
   * What a snapshot held, with the ends of its life as they are on the monotonic clock; the rest
   * stays.
   */
  RouteEntry told(RouteEntry held, Life life, Instants now) {
    return new RouteEntry(
        held.key(),
        cells.shared(held.cell()),
        held.version(),
        held.loadedAt(),
        now.wallBefore(life.fresh()),
        now.wallBefore(life.expires()));
  }

  /** Whether the entry claims to be loaded later than now, beyond what clocks differ. */
  static boolean isFromFuture(RouteEntry entry, RouteClock clock) {
    return minus(entry.loadedAt(), clock.wallMillis()) > FUTURE_TOLERANCE_MILLIS;
  }

  private Candidate capped(RouteEntry raw, long loaded, long order, long insistedOn) {
    long loadedAt = raw.loadedAt();
    Span span = span(raw, loadedAt, this::spread);
    RouteEntry entry =
        new RouteEntry(
            raw.key(),
            cells.shared(raw.cell()),
            raw.version(),
            loadedAt,
            loadedAt + span.freshMillis(),
            loadedAt + span.expireMillis());
    return new Candidate(raw, life(raw, loaded), entry, life(entry, loaded), order, insistedOn);
  }

  /** How long an entry lives within the caps, counted from when it was loaded. */
  private Span span(RouteEntry entry, long loaded, LongUnaryOperator spread) {
    long expire = Math.min(within(minus(entry.expiresAt(), loaded)), maxExpireMillis);
    long fresh = Math.min(signed(minus(entry.freshUntil(), loaded)), maxFreshMillis);
    fresh = spread.applyAsLong(Math.min(fresh, expire));
    return new Span(fresh, Math.min(expire, fresh + maxStaleMillis));
  }

  private static Life life(RouteEntry entry, long loaded) {
    long fresh = signed(minus(entry.freshUntil(), entry.loadedAt()));
    long expire = within(minus(entry.expiresAt(), entry.loadedAt()));
    return new Life(
        loaded,
        loaded + TimeUnit.MILLISECONDS.toNanos(fresh),
        loaded + TimeUnit.MILLISECONDS.toNanos(expire));
  }

  private long spread(long freshMillis) {
    return spread == 0 || freshMillis <= 0
        ? freshMillis
        : freshMillis - (long) (random.nextDouble() * spread * freshMillis);
  }

  private static long millis(Duration duration) {
    return duration.toSeconds() >= LONGEST_MILLIS / 1_000 ? LONGEST_MILLIS : duration.toMillis();
  }

  /** The whole milliseconds of an age, in nanoseconds, from 0 to the longest life. */
  static long nanosOfAge(Duration age) {
    return age.isNegative() ? 0 : TimeUnit.MILLISECONDS.toNanos(millis(age));
  }

  /**
   * A fresh life may have ended before it began on this clock, where another host's clock is ahead.
   */
  private static long signed(long millis) {
    return Math.max(-LONGEST_MILLIS, Math.min(millis, LONGEST_MILLIS));
  }

  private static long within(long millis) {
    return Math.max(0, Math.min(millis, LONGEST_MILLIS));
  }

  /** The time from one instant to another, at most a longest life either way. */
  static long between(long fromMillis, long toMillis) {
    return signed(minus(toMillis, fromMillis));
  }

  private static long minus(long a, long b) {
    long difference = a - b;
    boolean overflown = ((a ^ b) & (a ^ difference)) < 0;
    return overflown ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
  }
}
