// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static io.turnout.resolve.ResolverBench.assertAnswer;
import static io.turnout.resolve.ResolverBench.assertUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Miss;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.resolve.ScriptedAuthority.Call;
import io.turnout.spi.RouteKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CellResolverBoundsTest {

  private static RouteKey key(int number) {
    return RouteKey.parse("business:" + number);
  }

  private static List<String> asked(ResolverBench bench) {
    return bench.authority.calls.stream().map(call -> call.key().value()).toList();
  }

  @Test
  void callThatTakesTooLong_isUnavailableOnTime() {
    ResolverBench bench = new ResolverBench();
    CompletableFuture<Resolution> asked = bench.ask();
    bench.advanceMillis(249);
    assertThat(asked).isNotDone();
    bench.advanceMillis(1);
    assertUnavailable(asked, Cause.TIMEOUT);
    assertThat(bench.heard.events).contains("lookup TIMED_OUT 250ms", "unavailable TIMEOUT");
  }

  @Test
  void answerAfterTheTimeOut_servesNobody_butIsKept() {
    ResolverBench bench = new ResolverBench();
    CompletableFuture<Resolution> asked = bench.ask();
    bench.advanceMillis(900);
    bench.authority.last().known("us-1", 7);
    assertUnavailable(asked, Cause.TIMEOUT);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.advanceMillis(ScriptedAuthority.FRESH_FOR.toMillis() - 900);
    bench.assertNow(Kind.STALE, "us-1");
  }

  @Test
  void lateAnswer_doesNotGoBackwards() {
    ResolverBench bench = new ResolverBench();
    bench.ask();
    Call late = bench.authority.last();
    bench.advanceMillis(250);
    bench.load("eu-1", 8);
    late.known("us-1", 7);
    bench.assertNow(Kind.FRESH, "eu-1");
    assertThat(bench.heard.events).contains("refused OLDER_VERSION");
  }

  @Test
  void callThatHangs_keepsItsPlaceForFourTimeOuts_thenItIsCancelled() {
    ResolverBench bench = new ResolverBench(o -> o.authorityConcurrency(1));
    bench.ask(key(1));
    bench.advanceMillis(999);
    CompletableFuture<Resolution> second = bench.ask(key(2));
    assertThat(asked(bench)).containsExactly("1");
    bench.advanceMillis(1);
    assertThat(bench.authority.calls.get(0).stage()).isCancelled();
    assertThat(asked(bench)).containsExactly("1", "2");
    bench.authority.last().known("us-1", 1);
    assertAnswer(second, Kind.FRESH, "us-1");
  }

  @Test
  void callsAtOnce_areBounded_andWhatWaitsGoesInOrder() {
    ResolverBench bench = new ResolverBench(o -> o.authorityConcurrency(2));
    for (int i = 1; i <= 5; i++) {
      bench.ask(key(i));
    }
    assertThat(asked(bench)).containsExactly("1", "2");
    bench.authority.calls.get(1).fail();
    assertThat(asked(bench)).containsExactly("1", "2", "3");
    bench.authority.calls.get(0).known("us-1", 1);
    assertThat(asked(bench)).containsExactly("1", "2", "3", "4");
  }

  @Test
  void lookupBeyondTheQueue_isUnavailableAtOnce() {
    ResolverBench bench = new ResolverBench(o -> o.authorityConcurrency(1).authorityQueue(2));
    bench.ask(key(1));
    assertThat(bench.ask(key(2))).isNotDone();
    assertThat(bench.ask(key(3))).isNotDone();
    assertUnavailable(bench.ask(key(4)), Cause.OVERLOADED);
    assertThat(bench.ask(key(3))).isNotDone();
    bench.authority.last().known("us-1", 1);
    assertThat(bench.ask(key(4))).isNotDone();
  }

  @Test
  void noQueue_takesWhatCanGoOutAtOnce() {
    ResolverBench bench = new ResolverBench(o -> o.authorityConcurrency(1).authorityQueue(0));
    assertThat(bench.ask(key(1))).isNotDone();
    assertUnavailable(bench.ask(key(2)), Cause.OVERLOADED);
    bench.authority.last().known("us-1", 1);
    assertThat(bench.ask(key(2))).isNotDone();
  }

  @Test
  void lookupThatWaitsTooLong_isUnavailable_andNeverSent() {
    ResolverBench bench = new ResolverBench(o -> o.authorityConcurrency(1));
    bench.ask(key(1));
    bench.advanceMillis(10);
    CompletableFuture<Resolution> waits = bench.ask(key(2));
    bench.advanceMillis(249);
    assertThat(waits).isNotDone();
    bench.advanceMillis(1);
    assertUnavailable(waits, Cause.OVERLOADED);
    bench.authority.last().known("us-1", 1);
    assertThat(asked(bench)).containsExactly("1");
  }

  @Test
  void foreground_goesBeforeBackground() {
    ResolverBench bench = staleBench(10);
    bench.ask(key(99));
    bench.resolver.resolveNow(KEY);
    bench.time.settle();
    bench.ask(key(100));
    bench.authority.last().known("us-1", 1);
    assertThat(asked(bench)).containsExactly("1", "99", "100");
    bench.authority.last().known("us-1", 1);
    assertThat(asked(bench)).containsExactly("1", "99", "100", "1");
  }

  @Test
  void foreground_takesTheBackgroundsPlaceInAFullQueue() {
    ResolverBench bench = staleBench(1);
    bench.ask(key(99));
    bench.resolver.resolveNow(KEY);
    bench.time.settle();
    assertThat(bench.ask(key(100))).isNotDone();
    assertThat(bench.heard.events).contains("unavailable OVERLOADED");
    bench.assertNow(Kind.STALE, "us-1");
    bench.authority.last().known("us-1", 1);
    assertThat(asked(bench)).containsExactly("1", "99", "100");
  }

  @Test
  void refreshThatRequestsWaitFor_isMovedToTheForeground() {
    ResolverBench bench = staleBench(10);
    bench.advanceMillis(ScriptedAuthority.EXPIRE_AFTER.toMillis() / 2);
    long rest =
        ScriptedAuthority.EXPIRE_AFTER.toMillis()
            - (bench.time.wallMillis() - ResolverBench.START_MILLIS);
    bench.advanceMillis(rest - 1);
    bench.ask(key(99));
    bench.assertNow(Kind.STALE, "us-1");
    bench.time.settle();
    bench.advanceMillis(1);
    CompletableFuture<Resolution> expired = bench.ask();
    bench.ask(key(100));
    bench.authority.last().known("us-1", 1);
    assertThat(asked(bench)).containsExactly("1", "99", "1");
    bench.authority.last().known("eu-1", 9);
    assertAnswer(expired, Kind.FRESH, "eu-1");
  }

  /** One call at once; key 1 is loaded and stale. */
  private static ResolverBench staleBench(int queue) {
    ResolverBench bench = new ResolverBench(o -> o.authorityConcurrency(1).authorityQueue(queue));
    bench.load("us-1", 1);
    bench.advanceMillis(ScriptedAuthority.FRESH_FOR.toMillis());
    return bench;
  }

  @Test
  void longQueueOfAnAuthorityThatAnswersAtOnce_isWorkedOffWithoutDeepRecursion() {
    ResolverBench bench = new ResolverBench(o -> o.authorityConcurrency(1).authorityQueue(10_000));
    List<CompletableFuture<Resolution>> all = new ArrayList<>();
    all.add(bench.ask(key(0)));
    for (int i = 1; i <= 5_000; i++) {
      all.add(bench.ask(key(i)));
    }
    bench.authority.answerAtOnce = true;
    bench.authority.calls.get(0).known("us-1", 1);
    assertThat(all).allMatch(CompletableFuture::isDone);
    assertThat(asked(bench)).hasSize(5_001);
  }

  @Test
  void keysBeyondTheNearCache_areEvicted_tombstonesIncluded() {
    ResolverBench bench = new ResolverBench(o -> o.nearCache(100));
    for (int i = 0; i < 1_000; i++) {
      bench.ask(key(i));
      if (i % 2 == 0) {
        bench.authority.last().uncacheable("us-1", 5);
      } else {
        bench.authority.last().known("us-1", 5);
      }
      bench.resolver.forget(key(10_000 + i), 3);
    }
    bench.time.advance(NearCache.MAINTENANCE_DELAY);
    assertThat(bench.heard.count("eviction")).isEqualTo(1_900);
  }

  @Test
  void evictedEntry_isNotServedAnyMore() {
    ResolverBench bench = new ResolverBench(o -> o.nearCache(10));
    for (int i = 0; i < 200; i++) {
      bench.ask(key(i));
      bench.authority.last().known("us-1", 5);
      bench.resolver.resolveNow(key(i));
    }
    bench.time.advance(NearCache.MAINTENANCE_DELAY);
    long held = 0;
    for (int i = 0; i < 200; i++) {
      held += bench.resolver.resolveNow(key(i)) == Miss.ABSENT ? 0 : 1;
    }
    assertThat(held).isLessThanOrEqualTo(10);
  }
}
