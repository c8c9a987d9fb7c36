// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.assertAnswer;
import static io.turnout.resolve.ResolverBench.assertUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.resolve.ScriptedAuthority.Call;
import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** An authority that gets too many calls is asked more slowly, and not left alone. */
class AuthorityThrottlingTest {

  private static final long LATENCY_MILLIS = 20;

  private ResolverBench bench = benchOf(32, 1);
  private int keys;
  private int settled;

  private static ResolverBench benchOf(int concurrency, int mostAtOnce) {
    return new ResolverBench(
        options -> options.authorityConcurrency(concurrency).authorityQueue(1_000),
        new ScriptedAuthority(mostAtOnce));
  }

  private static RouteKey key(int number) {
    return RouteKey.parse("business:" + number);
  }

  private List<CompletableFuture<Resolution>> askForNew(int count) {
    List<CompletableFuture<Resolution>> asked = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      asked.add(bench.ask(key(keys++)));
    }
    return asked;
  }

  private int running() {
    return bench.authority.calls.size() - settled;
  }

  private Call next() {
    return bench.authority.calls.get(settled++);
  }

  /** Everything that runs now is answered. */
  private void answerRound() {
    for (int left = running(); left > 0; left--) {
      next().known("us-1", 1);
    }
  }

  /** As many throttled calls, one after the other, as bring the limit down to 1. */
  private void slowDown() {
    for (int limit = 32; limit > 1; limit /= 2) {
      askForNew(1);
      next().throttle();
    }
  }

  private List<String> limits() {
    return bench.heard.events.stream().filter(event -> event.startsWith("limit ")).toList();
  }

  @Test
  void refusal_isUnavailableAsThrottled() {
    CompletableFuture<Resolution> asked = askForNew(1).get(0);
    next().throttle();
    assertUnavailable(asked, Cause.THROTTLED);
    assertThat(bench.heard.events)
        .contains("lookup THROTTLED 0ms", "limit 16", "unavailable THROTTLED");
  }

  @Test
  void refusals_neverOpenTheBreaker() {
    for (int i = 0; i < 3 * Breaker.WINDOW_CALLS; i++) {
      CompletableFuture<Resolution> asked = askForNew(1).get(0);
      next().throttle();
      assertUnavailable(asked, Cause.THROTTLED);
      bench.time.advance(Pace.ALONE_REST);
    }
    assertThat(bench.heard.events).noneMatch(event -> event.startsWith("circuit"));
  }

  @Test
  void refusedProbes_leaveThePlaceToOthers() {
    for (int i = 0; i < Breaker.FEWEST_CALLS; i++) {
      askForNew(1);
      next().fail();
    }
    bench.time.advance(Breaker.OPEN_FOR.plusMillis(1));
    for (int i = 0; i < 2 * Breaker.PROBES; i++) {
      CompletableFuture<Resolution> probe = askForNew(1).get(0);
      next().throttle();
      assertUnavailable(probe, Cause.THROTTLED);
      bench.time.advance(Pace.ALONE_REST);
    }
    for (int i = 0; i < Breaker.PROBES; i++) {
      CompletableFuture<Resolution> probe = askForNew(1).get(0);
      next().known("us-1", 1);
      assertAnswer(probe, Kind.FRESH, "us-1");
    }
    assertThat(bench.heard.events)
        .filteredOn(event -> event.startsWith("circuit"))
        .containsExactly("circuit OPEN", "circuit HALF_OPEN", "circuit CLOSED");
  }

  @Test
  void refusalsOfCallsThatRanTogether_halveOnce() {
    askForNew(32);
    for (int i = 0; i < 32; i++) {
      next().throttle();
    }
    assertThat(limits()).containsExactly("limit 16");
    askForNew(40);
    assertThat(running()).isEqualTo(16);
    for (int i = 0; i < 16; i++) {
      next().throttle();
    }
    assertThat(limits()).containsExactly("limit 16", "limit 8");
    assertThat(running()).isEqualTo(8);
  }

  @Test
  void callsBeyondTheNewLimit_endBeforeAnotherIsSent() {
    askForNew(40);
    next().throttle();
    assertThat(running()).isEqualTo(31);
    for (int i = 0; i < 15; i++) {
      next().known("us-1", 1);
    }
    assertThat(running()).as("sixteen of the first still run").isEqualTo(16);
    next().known("us-1", 1);
    assertThat(running()).isEqualTo(16);
  }

  @Test
  void limit_isNeverBelowOne_andOneThatIsRefusedRests() {
    slowDown();
    assertThat(limits()).containsExactly("limit 16", "limit 8", "limit 4", "limit 2", "limit 1");
    askForNew(3);
    assertThat(running()).isOne();
    next().throttle();
    assertThat(limits()).hasSize(5);
    assertThat(running()).isZero();
    bench.time.advance(Pace.ALONE_REST.minusNanos(1));
    assertThat(running()).isZero();
    bench.time.advance(Duration.ofNanos(1));
    assertThat(running()).isOne();
    next().known("us-1", 1);
    assertThat(limits()).endsWith("limit 2");
  }

  @Test
  void recovery_takesARoundTripForEachMoreAtOnce_upToTheMost() {
    slowDown();
    for (int limit = 1; limit < 32; limit++) {
      askForNew(40);
      assertThat(running()).as("after %s round trips", limit - 1).isEqualTo(limit);
      bench.advanceMillis(LATENCY_MILLIS);
      answerRound();
    }
    int answers = settled - 5;
    assertThat(answers).isEqualTo(32 * 31 / 2);
    assertThat(bench.time.wallMillis() - ResolverBench.START_MILLIS)
        .as("31 round trips")
        .isEqualTo(31 * LATENCY_MILLIS);
    assertThat(limits()).endsWith("limit 30", "limit 31", "limit 32");
    int heard = limits().size();
    for (int i = 0; i < 40; i++) {
      askForNew(40);
      assertThat(running()).isEqualTo(32);
      bench.advanceMillis(LATENCY_MILLIS);
      answerRound();
    }
    assertThat(limits()).as("never above the most").hasSize(heard);
  }

  @Test
  void answersOfCallsFromBefore_makeItNoFaster() {
    askForNew(32);
    next().throttle();
    for (int i = 0; i < 31; i++) {
      next().known("us-1", 1);
    }
    assertThat(limits()).containsExactly("limit 16");
  }

  @Test
  void manyKeysOfOneCall_areRefusedAsOne() {
    bench = benchOf(2, 100);
    askForNew(52);
    next().known("us-1", 1);
    assertThat(bench.authority.batches).containsExactly(50);
    next().known("us-1", 1);
    for (int i = 0; i < 50; i++) {
      next().throttle();
    }
    assertThat(limits()).containsExactly("limit 1");
    askForNew(1);
    assertThat(running()).as("it does not rest").isOne();
  }

  @Test
  void manyKeysOfOneCall_areAnsweredAsOne() {
    bench = benchOf(4, 100);
    askForNew(4);
    askForNew(50);
    next().throttle();
    for (int i = 0; i < 3; i++) {
      next().known("us-1", 1);
    }
    assertThat(bench.authority.batches).containsExactly(50);
    for (int i = 0; i < 50; i++) {
      next().known("us-1", 1);
    }
    assertThat(limits()).containsExactly("limit 2");
    askForNew(1);
    next().known("us-1", 1);
    assertThat(limits()).as("the second call of two").containsExactly("limit 2", "limit 3");
  }

  @Test
  void authorityThatSaysWhen_isNotCalledBefore() {
    askForNew(1);
    next().throttle(Duration.ofMillis(200));
    CompletableFuture<Resolution> waits = askForNew(1).get(0);
    bench.advanceMillis(199);
    assertThat(running()).isZero();
    bench.advanceMillis(1);
    assertThat(running()).isOne();
    next().known("us-1", 1);
    assertAnswer(waits, Kind.FRESH, "us-1");
  }

  @Test
  void lookupThatCannotBeSentInTime_isRefusedAtOnce_oneThatCanWaits() {
    askForNew(1);
    next().throttle(Duration.ofMillis(400));
    assertUnavailable(askForNew(1).get(0), Cause.THROTTLED);
    bench.advanceMillis(150);
    assertUnavailable(askForNew(1).get(0), Cause.THROTTLED);
    bench.advanceMillis(1);
    assertThat(askForNew(1).get(0)).isNotDone();
    bench.advanceMillis(249);
    assertThat(running()).isOne();
  }

  @Test
  void longestOfSeveralTimes_counts_andNoneIsLongerThanTheBound() {
    askForNew(3);
    next().throttle(Duration.ofSeconds(2));
    next().throttle(Duration.ofDays(400_000_000_000L / 86_400));
    next().throttle(Duration.ofSeconds(1));
    bench.time.advance(Pace.LONGEST_REST.minusMillis(1));
    askForNew(1);
    assertThat(running()).isZero();
    bench.advanceMillis(1);
    assertThat(running()).isOne();
  }

  @Test
  void lookupsThatWaitTooLong_orFindNoPlace_areThrottled() {
    bench = new ResolverBench(o -> o.authorityConcurrency(1).authorityQueue(1));
    askForNew(1);
    next().throttle();
    CompletableFuture<Resolution> waits = askForNew(1).get(0);
    assertUnavailable(askForNew(1).get(0), Cause.THROTTLED);
    bench.time.advance(Pace.ALONE_REST);
    CompletableFuture<Resolution> behind = askForNew(1).get(0);
    assertThat(waits).isNotDone();
    bench.advanceMillis(250);
    assertUnavailable(waits, Cause.TIMEOUT);
    assertUnavailable(behind, Cause.THROTTLED);
  }

  @Test
  void afterAnAnswer_anAuthorityOfOneCallIsOverloadedAgainAndNotThrottled() {
    bench = new ResolverBench(o -> o.authorityConcurrency(1).authorityQueue(0));
    askForNew(1);
    next().throttle();
    assertUnavailable(askForNew(1).get(0), Cause.THROTTLED);
    bench.time.advance(Pace.ALONE_REST);
    askForNew(1);
    assertUnavailable(askForNew(1).get(0), Cause.THROTTLED);
    next().known("us-1", 1);
    askForNew(1);
    assertUnavailable(askForNew(1).get(0), Cause.OVERLOADED);
    assertThat(limits()).isEmpty();
  }

  @Test
  void requests_goBeforeRefreshes_whenItGoesOn() {
    bench = benchOf(1, 1);
    bench.load("us-1", 1);
    settled++;
    keys = 2;
    bench.advanceMillis(ScriptedAuthority.FRESH_FOR.toMillis());
    askForNew(1);
    next().throttle();
    bench.assertNow(Kind.STALE, "us-1");
    bench.time.settle();
    askForNew(1);
    bench.time.advance(Pace.ALONE_REST);
    assertThat(next().key()).isEqualTo(key(3));
    bench.authority.last().known("us-1", 1);
    assertThat(next().key()).isEqualTo(ResolverBench.KEY);
  }

  @Test
  void refusedRefresh_waits_whileTheStaleEntryServes() {
    bench = new ResolverBench(o -> o.random(() -> 0L));
    bench.load("us-1", 7);
    settled++;
    bench.advanceMillis(ScriptedAuthority.FRESH_FOR.toMillis());
    bench.assertNow(Kind.STALE, "us-1");
    bench.time.settle();
    next().throttle();
    bench.advanceMillis(99);
    bench.assertNow(Kind.STALE, "us-1");
    bench.time.settle();
    assertThat(running()).isZero();
    bench.advanceMillis(1);
    bench.assertNow(Kind.STALE, "us-1");
    bench.time.settle();
    assertThat(running()).isOne();
  }

  @Test
  void expiredEntry_servesWhereItMayWhileTheAuthorityFails() {
    bench = new ResolverBench(o -> o.serveExpiredFor(Duration.ofMinutes(1)));
    bench.load("us-1", 7);
    settled++;
    bench.advanceMillis(ScriptedAuthority.EXPIRE_AFTER.toMillis());
    CompletableFuture<Resolution> asked = bench.ask();
    next().throttle(Duration.ofSeconds(1));
    assertAnswer(asked, Kind.EXPIRED, "us-1");
    assertAnswer(bench.ask(), Kind.EXPIRED, "us-1");
  }

  @Test
  void refusal_isSeenThroughWrappersOfStages_andWhereItIsThrown() {
    askForNew(1);
    next()
        .stage()
        .completeExceptionally(
            new CompletionException(new CompletionException(new AuthorityThrottledException())));
    assertThat(limits()).containsExactly("limit 16");
    assertThat(Pace.refusalIn(new IllegalStateException(new AuthorityThrottledException())))
        .as("what is a failure of something else")
        .isNull();
  }

  @Test
  void refusalAfterTheTimeOut_slowsDownToo() {
    askForNew(1);
    bench.advanceMillis(250);
    next().throttle();
    assertThat(limits()).containsExactly("limit 16");
  }

  @Test
  void closing_leavesNoTimerOfARest() {
    askForNew(1);
    next().throttle(Duration.ofSeconds(20));
    bench.resolver.close();
    bench.time.advance(NearCache.MAINTENANCE_DELAY);
    assertThat(bench.time.waiting()).isZero();
  }
}
