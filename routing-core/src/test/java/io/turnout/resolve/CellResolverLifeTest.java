// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static io.turnout.resolve.ResolverBench.assertAnswer;
import static io.turnout.resolve.ResolverBench.assertUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Miss;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CellResolverLifeTest {

  private static final long FRESH_MILLIS = ScriptedAuthority.FRESH_FOR.toMillis();
  private static final long EXPIRE_MILLIS = ScriptedAuthority.EXPIRE_AFTER.toMillis();

  @Test
  void entry_changesAtItsBoundariesToTheMillisecond() {
    ResolverBench bench = new ResolverBench();
    assertThat(bench.now()).isEqualTo(Miss.ABSENT);
    bench.load("us-1", 7);
    bench.advanceMillis(FRESH_MILLIS - 1);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.advanceMillis(1);
    bench.assertNow(Kind.STALE, "us-1");
    bench.advanceMillis(EXPIRE_MILLIS - FRESH_MILLIS - 1);
    bench.assertNow(Kind.STALE, "us-1");
    bench.advanceMillis(1);
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
  }

  @Test
  void life_countsFromWhenTheLookupWasSent() {
    ResolverBench bench = new ResolverBench();
    CompletableFuture<Resolution> asked = bench.ask();
    bench.advanceMillis(200);
    bench.authority.last().known("us-1", 7);
    RouteEntry entry = ((Resolution.Fresh) asked.join()).entry();
    assertThat(entry.loadedAt()).isEqualTo(ResolverBench.START_MILLIS);
    assertThat(entry.freshUntil()).isEqualTo(ResolverBench.START_MILLIS + FRESH_MILLIS);
    assertThat(entry.expiresAt()).isEqualTo(ResolverBench.START_MILLIS + EXPIRE_MILLIS);
    bench.advanceMillis(FRESH_MILLIS - 201);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.advanceMillis(1);
    bench.assertNow(Kind.STALE, "us-1");
  }

  @Test
  void layer_isNamed() {
    ResolverBench bench = new ResolverBench();
    CompletableFuture<Resolution> asked = bench.ask();
    bench.authority.last().known("us-1", 7);
    assertThat(asked.join().layer()).isEqualTo("authority");
    assertThat(bench.now().layer()).isEqualTo("near");
    assertThat(bench.ask().join()).isSameAs(bench.now());
  }

  @Test
  void wallClockThatJumps_movesNothing() {
    for (Duration jump : new Duration[] {Duration.ofDays(400), Duration.ofDays(-400)}) {
      ResolverBench bench = new ResolverBench();
      bench.load("us-1", 7);
      bench.time.jumpWall(jump);
      bench.assertNow(Kind.FRESH, "us-1");
      bench.advanceMillis(FRESH_MILLIS - 1);
      bench.assertNow(Kind.FRESH, "us-1");
      bench.advanceMillis(1);
      bench.assertNow(Kind.STALE, "us-1");
      bench.advanceMillis(EXPIRE_MILLIS - FRESH_MILLIS);
      assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
    }
  }

  @Test
  void unknownKey_isKeptWithItsOwnLife() {
    ResolverBench bench = new ResolverBench();
    CompletableFuture<Resolution> asked = bench.ask();
    bench.authority.last().unknown(0);
    assertThat(asked.join().kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(asked.join().cell()).isEmpty();
    bench.advanceMillis(30_000);
    assertThat(bench.now().kind()).isEqualTo(Kind.UNKNOWN);
    bench.time.settle();
    assertThat(bench.authority.calls).hasSize(2);
    bench.advanceMillis(30_000);
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
  }

  @Test
  void freshForBeyondExpireAfter_endsWithIt() {
    ResolverBench bench = new ResolverBench();
    bench.ask();
    bench.authority.last().known("us-1", 1, Duration.ofHours(2), Duration.ofHours(1));
    bench.advanceMillis(3_600_000 - 1);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.advanceMillis(1);
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
  }

  @Test
  void endlessLives_areTaken() {
    ResolverBench bench = new ResolverBench();
    bench.ask();
    Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
    bench.authority.last().known("us-1", 1, endless, endless);
    bench.time.advance(Duration.ofDays(49 * 365));
    bench.assertNow(Kind.FRESH, "us-1");
    bench.time.advance(Duration.ofDays(365));
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
  }

  @Test
  void caps_shortenBothLives() {
    ResolverBench bench =
        new ResolverBench(
            o -> o.maxFresh(Duration.ofSeconds(10)).maxExpire(Duration.ofSeconds(60)));
    bench.load("us-1", 7);
    bench.advanceMillis(9_999);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.advanceMillis(1);
    bench.assertNow(Kind.STALE, "us-1");
    bench.advanceMillis(49_999);
    bench.assertNow(Kind.STALE, "us-1");
    bench.advanceMillis(1);
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
  }

  @Test
  void maxStale_expiresAnEntryThatLongAfterItWentStale() {
    ResolverBench bench = new ResolverBench(o -> o.maxStale(Duration.ofSeconds(10)));
    bench.load("us-1", 7);
    bench.advanceMillis(FRESH_MILLIS + 9_999);
    bench.assertNow(Kind.STALE, "us-1");
    bench.advanceMillis(1);
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
  }

  @Test
  void noStaleness_expiresAnEntryWhenItIsNoLongerFresh() {
    ResolverBench bench = new ResolverBench(o -> o.maxStale(Duration.ZERO));
    bench.load("us-1", 7);
    bench.advanceMillis(FRESH_MILLIS - 1);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.advanceMillis(1);
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
  }

  @Test
  void spread_shortensByAtMostTenPercent() {
    SplittableRandom random = new SplittableRandom(4711);
    ResolverBench bench = new ResolverBench(o -> o.freshnessSpread(10).random(random));
    long shortest = Long.MAX_VALUE;
    long longest = 0;
    for (int i = 0; i < 500; i++) {
      CompletableFuture<Resolution> asked = bench.ask(RouteKey.parse("business:" + i));
      bench.authority.last().known("us-1", 1);
      RouteEntry entry = ((Resolution.Fresh) asked.join()).entry();
      long fresh = entry.freshUntil() - entry.loadedAt();
      shortest = Math.min(shortest, fresh);
      longest = Math.max(longest, fresh);
      assertThat(entry.expiresAt() - entry.loadedAt()).isEqualTo(EXPIRE_MILLIS);
    }
    assertThat(shortest).isBetween(FRESH_MILLIS * 9 / 10, FRESH_MILLIS * 91 / 100);
    assertThat(longest).isBetween(FRESH_MILLIS * 99 / 100, FRESH_MILLIS);
  }

  @Test
  void expiredEntry_isServedOnlyIfToldToAndOnlyWhileTheAuthorityFails() {
    ResolverBench bench = new ResolverBench(o -> o.serveExpiredFor(Duration.ofMinutes(1)));
    bench.load("us-1", 7);
    bench.advanceMillis(EXPIRE_MILLIS);
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
    CompletableFuture<Resolution> first = bench.ask();
    assertThat(first).isNotDone();
    bench.authority.last().fail();
    assertAnswer(first, Kind.EXPIRED, "us-1");
    bench.advanceMillis(59_999);
    CompletableFuture<Resolution> second = bench.ask();
    bench.authority.last().fail();
    assertAnswer(second, Kind.EXPIRED, "us-1");
    CompletableFuture<Resolution> third = bench.ask();
    bench.advanceMillis(1);
    bench.authority.last().fail();
    assertUnavailable(third, Cause.FAILED);
    CompletableFuture<Resolution> fourth = bench.ask();
    bench.authority.last().known("eu-1", 8);
    assertAnswer(fourth, Kind.FRESH, "eu-1");
  }

  @Test
  void expiredEntry_isNotServedByDefault() {
    ResolverBench bench = new ResolverBench();
    bench.load("us-1", 7);
    bench.advanceMillis(EXPIRE_MILLIS);
    CompletableFuture<Resolution> asked = bench.ask();
    bench.authority.last().fail();
    assertUnavailable(asked, Cause.FAILED);
  }

  @Test
  void expiredEntry_thatHadToGo_isNeverServed() {
    ResolverBench bench = new ResolverBench(o -> o.serveExpiredFor(Duration.ofDays(1)));
    bench.load("us-1", 7);
    bench.advanceMillis(10);
    bench.resolver.invalidate(Instant.ofEpochMilli(bench.time.wallMillis()));
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
    CompletableFuture<Resolution> invalidated = bench.ask();
    bench.authority.last().fail();
    assertUnavailable(invalidated, Cause.FAILED);

    CompletableFuture<Resolution> marked = bench.ask();
    bench.authority.last().uncacheable("us-1", 8);
    assertAnswer(marked, Kind.FRESH, "us-1");
    CompletableFuture<Resolution> uncacheable = bench.ask();
    bench.authority.last().fail();
    assertUnavailable(uncacheable, Cause.FAILED);
  }

  @Test
  void expiredEntry_isNotServedWhereTheAuthorityAnswersButIsOvertaken() {
    ResolverBench bench = new ResolverBench(o -> o.serveExpiredFor(Duration.ofDays(1)));
    Duration life = Duration.ofMillis(10);
    bench.resolver.learn(bench.taught("eu-1", 100, Duration.ZERO, life));
    bench.advanceMillis(10);
    CompletableFuture<Resolution> asked = bench.ask();
    for (int i = 1; i <= Flight.MOST_TRIES; i++) {
      assertThat(asked).isNotDone();
      bench.resolver.learn(bench.taught("eu-1", 100 + i, Duration.ZERO, life));
      bench.advanceMillis(10);
      bench.authority.last().known("us-1", 1);
    }
    assertUnavailable(asked, Cause.SUPERSEDED);
  }

  @Test
  void invalidation_expiresWhatWasLoadedBeforeAndNothingElse() {
    ResolverBench bench = new ResolverBench();
    RouteKey user = RouteKey.parse("user:1");
    bench.load("us-1", 7);
    bench.ask(user);
    bench.authority.last().known("eu-1", 7);
    Instant loaded = Instant.ofEpochMilli(bench.time.wallMillis());
    bench.advanceMillis(5);
    bench.resolver.invalidate(loaded);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.resolver.invalidate("business", loaded.plusMillis(1));
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
    assertAnswer(bench.resolver.resolveNow(user), Kind.FRESH, "eu-1");
    bench.load("us-2", 7);
    bench.assertNow(Kind.FRESH, "us-2");
    bench.resolver.invalidate(Instant.MAX);
    bench.assertNow(Kind.FRESH, "us-2");
    assertThat(bench.resolver.resolveNow(user)).isEqualTo(Miss.EXPIRED);
  }

  @Test
  void invalidation_doesNotKeepNewAnswersOut_whenTheWallClockIsSetBack() {
    ResolverBench bench = new ResolverBench();
    bench.load("us-1", 7);
    bench.advanceMillis(10);
    Instant now = Instant.ofEpochMilli(bench.time.wallMillis());
    bench.resolver.invalidate(now);
    bench.resolver.invalidate("business", now);
    bench.time.jumpWall(Duration.ofHours(-1));
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
    bench.load("us-2", 8);
    bench.assertNow(Kind.FRESH, "us-2");
  }

  @Test
  void invalidation_ofLongAgoOrTheFarthestPast_expiresNothing() {
    ResolverBench bench = new ResolverBench();
    bench.load("us-1", 7);
    bench.resolver.invalidate(Instant.EPOCH);
    bench.resolver.invalidate(Instant.MIN);
    bench.assertNow(Kind.FRESH, "us-1");
  }

  @Test
  void taughtEntry_agesByWhatItsRequestTook() {
    ResolverBench bench = new ResolverBench();
    RouteEntry entry = bench.taught("us-1", 7);
    bench.advanceMillis(1_000);
    bench.resolver.learn(entry);
    bench.advanceMillis(FRESH_MILLIS - 1_001);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.advanceMillis(1);
    bench.assertNow(Kind.STALE, "us-1");
    assertThat(bench.authority.calls).isEmpty();
  }

  @Test
  void taughtEntry_fromTheFuture_isRefusedBeyondASecond() {
    ResolverBench bench = new ResolverBench();
    long now = bench.time.wallMillis();
    long end = now + 60_000;
    bench.resolver.learn(new RouteEntry(KEY, Optional.of("us-1"), 1, now + 1_001, end, end));
    assertThat(bench.now()).isEqualTo(Miss.ABSENT);
    assertThat(bench.heard.events).contains("refused FROM_FUTURE");
    bench.resolver.learn(new RouteEntry(KEY, Optional.of("us-1"), 1, now + 1_000, end, end));
    bench.advanceMillis(58_999);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.advanceMillis(1);
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
  }

  @Test
  void taughtEntry_withAbsurdTimes_isNeverServed() {
    ResolverBench bench = new ResolverBench();
    long least = Long.MIN_VALUE;
    bench.resolver.learn(new RouteEntry(KEY, Optional.of("us-1"), 1, least, least, least));
    bench.resolver.learn(
        new RouteEntry(KEY, Optional.of("us-1"), 2, least, Long.MAX_VALUE, Long.MAX_VALUE));
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
  }
}
