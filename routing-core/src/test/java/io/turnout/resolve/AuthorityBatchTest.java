// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.assertAnswer;
import static io.turnout.resolve.ResolverBench.assertUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Look-ups that wait go out together, and an authority that fails is left alone. */
class AuthorityBatchTest {

  private final ResolverBench bench =
      new ResolverBench(
          options -> options.authorityConcurrency(1).authorityQueue(500),
          new ScriptedAuthority(100));

  private static RouteKey key(int number) {
    return RouteKey.parse("business:" + number);
  }

  private List<CompletableFuture<Resolution>> askFor(int from, int to) {
    List<CompletableFuture<Resolution>> asked = new ArrayList<>();
    for (int i = from; i < to; i++) {
      asked.add(bench.ask(key(i)));
    }
    return asked;
  }

  @Test
  void whatWaits_goesOutTogetherAtMostAHundredAtOnce() {
    List<CompletableFuture<Resolution>> asked = askFor(0, 251);
    assertThat(bench.authority.calls).hasSize(1);

    bench.authority.calls.get(0).known("us-1", 1);
    assertThat(bench.authority.batches).containsExactly(100);

    for (int i = 1; i < 100; i++) {
      bench.authority.calls.get(i).known("us-1", 1);
    }
    assertThat(bench.authority.batches).as("one answer is missing").hasSize(1);
    bench.authority.calls.get(100).known("us-1", 1);
    assertThat(bench.authority.batches).containsExactly(100, 100);
    for (int i = 101; i < 201; i++) {
      bench.authority.calls.get(i).known("us-1", 1);
    }
    assertThat(bench.authority.batches).containsExactly(100, 100, 50);
    for (int i = 201; i < 251; i++) {
      bench.authority.calls.get(i).known("us-1", 1);
    }
    asked.forEach(stage -> assertAnswer(stage, Kind.FRESH, "us-1"));
    assertThat(bench.resolver.underWay()).isZero();
  }

  @Test
  void oneThatFails_failsNoOtherOfTheSameCall() {
    List<CompletableFuture<Resolution>> asked = askFor(0, 4);
    bench.authority.calls.get(0).known("us-1", 1);
    assertThat(bench.authority.batches).containsExactly(3);

    bench.authority.calls.get(2).fail();
    bench.authority.calls.get(1).known("us-1", 1);
    bench.authority.calls.get(3).known("us-1", 1);

    assertAnswer(asked.get(1), Kind.FRESH, "us-1");
    assertUnavailable(asked.get(2), Cause.FAILED);
    assertAnswer(asked.get(3), Kind.FRESH, "us-1");
  }

  @Test
  void oneThatHangs_keepsThePlaceUntilItIsAbandoned() {
    askFor(0, 3);
    bench.authority.calls.get(0).known("us-1", 1);
    bench.authority.calls.get(1).known("us-1", 1);
    CompletableFuture<Resolution> later = bench.ask(key(9));
    bench.advanceMillis(249);
    assertThat(bench.authority.calls).hasSize(3);
    bench.advanceMillis(1);
    assertUnavailable(later, Cause.OVERLOADED);

    bench.advanceMillis(750);
    bench.ask(key(10));
    assertThat(bench.authority.calls).hasSize(4);
  }

  @Test
  void authorityThatFailsMostOfTheTime_isLeftAloneForAMoment() {
    for (int i = 0; i < Breaker.FEWEST_CALLS; i++) {
      CompletableFuture<Resolution> asked = bench.ask(key(i));
      bench.authority.last().fail();
      assertUnavailable(asked, Cause.FAILED);
    }
    assertUnavailable(bench.ask(key(100)), Cause.SUSPENDED);
    assertThat(bench.authority.calls).hasSize(Breaker.FEWEST_CALLS);

    bench.time.advance(Breaker.OPEN_FOR.plus(Duration.ofMillis(1)));
    for (int i = 0; i < Breaker.PROBES; i++) {
      CompletableFuture<Resolution> probe = bench.ask(key(200 + i));
      bench.authority.last().known("us-1", 1);
      assertAnswer(probe, Kind.FRESH, "us-1");
    }
    CompletableFuture<Resolution> again = bench.ask(key(300));
    bench.authority.last().known("us-1", 1);
    assertAnswer(again, Kind.FRESH, "us-1");
    assertThat(bench.heard.events).contains("circuit OPEN", "circuit HALF_OPEN", "circuit CLOSED");
  }
}
