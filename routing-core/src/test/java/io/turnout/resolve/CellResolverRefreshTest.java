// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.assertAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Miss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CellResolverRefreshTest {

  private static final long FRESH_MILLIS = ScriptedAuthority.FRESH_FOR.toMillis();
  private static final long EXPIRE_MILLIS = ScriptedAuthority.EXPIRE_AFTER.toMillis();

  /** No jitter: every wait is the longest of its step. */
  private final ResolverBench bench = new ResolverBench(o -> o.random(() -> 0L));

  private void loadAndLetGoStale() {
    bench.load("us-1", 7);
    bench.advanceMillis(FRESH_MILLIS);
  }

  @Test
  void staleHit_isServedAtOnce_andRefreshedAfterTheAnswer() {
    loadAndLetGoStale();
    bench.assertNow(Kind.STALE, "us-1");
    assertThat(bench.authority.calls).hasSize(1);
    bench.time.settle();
    assertThat(bench.authority.calls).hasSize(2);
    bench.authority.last().known("eu-1", 8);
    bench.assertNow(Kind.FRESH, "eu-1");
    assertThat(bench.heard.count("refresh")).isOne();
  }

  @Test
  void staleHits_startOneRefreshAtATime() {
    loadAndLetGoStale();
    for (int i = 0; i < 50; i++) {
      bench.assertNow(Kind.STALE, "us-1");
      assertAnswer(bench.ask(), Kind.STALE, "us-1");
    }
    bench.time.settle();
    assertThat(bench.authority.calls).hasSize(2);
    bench.assertNow(Kind.STALE, "us-1");
    bench.time.settle();
    assertThat(bench.authority.calls).hasSize(2);
  }

  @Test
  void freshEntry_isNotRefreshed() {
    bench.load("us-1", 7);
    bench.advanceMillis(FRESH_MILLIS - 1);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.time.settle();
    assertThat(bench.authority.calls).hasSize(1);
  }

  @Test
  void staleWindow_endsOnTimeWhileTheRefreshHangs() {
    loadAndLetGoStale();
    bench.advanceMillis(EXPIRE_MILLIS - FRESH_MILLIS - 100);
    bench.assertNow(Kind.STALE, "us-1");
    bench.time.settle();
    assertThat(bench.authority.calls).hasSize(2);
    bench.advanceMillis(99);
    bench.assertNow(Kind.STALE, "us-1");
    bench.advanceMillis(1);
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
    CompletableFuture<Resolution> joined = bench.ask();
    assertThat(bench.authority.calls).hasSize(2);
    bench.authority.last().known("eu-1", 8);
    assertAnswer(joined, Kind.FRESH, "eu-1");
  }

  @Test
  void failedRefreshes_waitTwiceAsLongEachTime_atMostThirtySeconds() {
    loadAndLetGoStale();
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      bench.now();
      bench.time.settle();
      int calls = bench.authority.calls.size();
      bench.authority.last().fail();
      long waited = 0;
      while (bench.authority.calls.size() == calls) {
        bench.advanceMillis(1);
        waited++;
        bench.assertNow(Kind.STALE, "us-1");
        bench.time.settle();
      }
      waits.add(waited);
    }
    assertThat(waits)
        .containsExactly(
            100L, 200L, 400L, 800L, 1_600L, 3_200L, 6_400L, 12_800L, 25_600L, 30_000L, 30_000L,
            30_000L);
  }

  @Test
  void refreshThatTakesTooLong_countsAsFailed() {
    loadAndLetGoStale();
    bench.now();
    bench.advanceMillis(250);
    assertThat(bench.heard.events).contains("lookup TIMED_OUT 250ms");
    bench.assertNow(Kind.STALE, "us-1");
    bench.time.settle();
    assertThat(bench.authority.calls).hasSize(2);
    bench.advanceMillis(100);
    bench.assertNow(Kind.STALE, "us-1");
    bench.time.settle();
    assertThat(bench.authority.calls).hasSize(3);
  }

  @Test
  void successAfterFailures_startsTheScheduleAnew() {
    loadAndLetGoStale();
    for (int i = 0; i < 4; i++) {
      bench.now();
      bench.time.settle();
      bench.authority.last().fail();
      bench.advanceMillis(800);
    }
    bench.now();
    bench.time.settle();
    bench.authority.last().known("us-1", 7);
    bench.advanceMillis(FRESH_MILLIS);
    bench.now();
    bench.time.settle();
    int calls = bench.authority.calls.size();
    bench.authority.last().fail();
    bench.advanceMillis(100);
    bench.now();
    bench.time.settle();
    assertThat(bench.authority.calls).hasSize(calls + 1);
  }

  @Test
  void backoff_isBetweenHalfAndAllOfItsStep() {
    Backoff backoff = new Backoff(new SplittableRandom(99));
    for (int failures = 1; failures < 200; failures++) {
      long step = failures > 20 ? Long.MAX_VALUE : Backoff.FIRST_NANOS << (failures - 1);
      long most = Math.min(step, Backoff.LONGEST_NANOS);
      assertThat(backoff.delayNanos(failures)).isBetween(most / 2, most);
    }
    assertThat(Duration.ofNanos(Backoff.LONGEST_NANOS)).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void staleUnknownKey_isRefreshedToo() {
    bench.ask();
    bench.authority.last().unknown(1);
    bench.advanceMillis(30_000);
    assertThat(bench.now().kind()).isEqualTo(Kind.UNKNOWN);
    bench.time.settle();
    bench.authority.last().known("us-1", 2);
    bench.assertNow(Kind.FRESH, "us-1");
  }
}
