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
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CellResolverFlightTest {

  private final ResolverBench bench = new ResolverBench();

  @Test
  void manyAskers_shareOneCall() {
    List<CompletableFuture<Resolution>> asked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      asked.add(bench.ask());
    }
    assertThat(bench.authority.calls).hasSize(1);
    bench.authority.last().known("us-1", 7);
    asked.forEach(one -> assertAnswer(one, Kind.FRESH, "us-1"));
    assertThat(bench.authority.calls).hasSize(1);
  }

  @Test
  void firstAskerWhoGivesUp_failsNobodyElse() {
    CompletableFuture<Resolution> first = bench.ask();
    CompletableFuture<Resolution> second = bench.ask();
    assertThat(first.cancel(true)).isTrue();
    CompletableFuture<Resolution> third = bench.ask();
    assertThat(bench.authority.calls).hasSize(1);
    bench.authority.last().known("us-1", 7);
    assertAnswer(second, Kind.FRESH, "us-1");
    assertAnswer(third, Kind.FRESH, "us-1");
  }

  @Test
  void askerWhoCompletesItsOwnStage_deceivesNobodyElse() {
    CompletableFuture<Resolution> first = bench.ask();
    CompletableFuture<Resolution> second = bench.ask();
    first.complete(Miss.ABSENT);
    bench.authority.last().known("us-1", 7);
    assertAnswer(second, Kind.FRESH, "us-1");
  }

  @Test
  void uncacheableAnswer_servesWhoAskedBeforeItsCall_andOthersByTheNext() {
    CompletableFuture<Resolution> before = bench.ask();
    CompletableFuture<Resolution> during = bench.ask();
    CompletableFuture<Resolution> too = bench.ask();
    bench.authority.last().uncacheable("us-1", 7);
    assertAnswer(before, Kind.FRESH, "us-1");
    assertThat(during).isNotDone();
    assertThat(bench.authority.calls).hasSize(2);
    CompletableFuture<Resolution> later = bench.ask();
    bench.authority.last().uncacheable("eu-1", 8);
    assertAnswer(during, Kind.FRESH, "eu-1");
    assertAnswer(too, Kind.FRESH, "eu-1");
    assertThat(later).isNotDone();
    bench.authority.last().uncacheable("eu-1", 8);
    assertAnswer(later, Kind.FRESH, "eu-1");
    assertThat(bench.authority.calls).hasSize(3);
  }

  @Test
  void uncacheableAnswerToAQueuedCall_servesAllWhoAskedBeforeItWasSent() {
    ResolverBench narrow = new ResolverBench(o -> o.authorityConcurrency(1));
    narrow.ask(RouteKey.parse("business:other"));
    CompletableFuture<Resolution> first = narrow.ask();
    CompletableFuture<Resolution> second = narrow.ask();
    narrow.authority.last().known("us-1", 1);
    narrow.authority.last().uncacheable("eu-1", 7);
    assertAnswer(first, Kind.FRESH, "eu-1");
    assertAnswer(second, Kind.FRESH, "eu-1");
    assertThat(narrow.authority.calls).hasSize(2);
  }

  @Test
  void askerAfterARemoval_doesNotJoinTheFlightBeforeIt() {
    CompletableFuture<Resolution> before = bench.ask();
    Call early = bench.authority.last();
    bench.resolver.forget(KEY, 5);
    CompletableFuture<Resolution> after = bench.ask();
    assertThat(bench.authority.calls).hasSize(2);
    bench.authority.last().known("eu-1", 8);
    assertAnswer(after, Kind.FRESH, "eu-1");
    assertThat(before).isNotDone();
    early.known("eu-1", 9);
    assertAnswer(before, Kind.FRESH, "eu-1");
  }

  @Test
  void askerAfterAnInvalidation_doesNotJoinTheFlightBeforeIt() {
    bench.ask();
    bench.advanceMillis(1);
    bench.resolver.invalidate(Instant.ofEpochMilli(bench.time.wallMillis()));
    bench.ask();
    bench.ask();
    assertThat(bench.authority.calls).hasSize(2);
  }

  @Test
  void failedLookup_keepsWhatIsCached_andIsAskedAgainByTheNext() {
    CompletableFuture<Resolution> asked = bench.ask();
    CompletableFuture<Resolution> with = bench.ask();
    bench.authority.last().fail();
    assertUnavailable(asked, Cause.FAILED);
    assertUnavailable(with, Cause.FAILED);
    bench.ask();
    assertThat(bench.authority.calls).hasSize(2);
    assertThat(bench.heard.count("unavailable FAILED")).isOne();
  }

  @Test
  void failedLookup_servesWhatWasTaughtMeanwhile() {
    CompletableFuture<Resolution> asked = bench.ask();
    bench.resolver.learn(bench.taught("us-1", 7));
    bench.authority.last().fail();
    assertAnswer(asked, Kind.FRESH, "us-1");
  }

  @Test
  void answerAboutAnotherKey_isAFailedLookup() {
    CompletableFuture<Resolution> asked = bench.ask();
    RouteKey other = RouteKey.parse("business:2");
    bench
        .authority
        .last()
        .stage()
        .complete(
            new AuthorityAnswer.Known(other, "us-1", 7, Duration.ofHours(1), Duration.ofHours(1)));
    assertUnavailable(asked, Cause.FAILED);
    assertThat(bench.now()).isEqualTo(Miss.ABSENT);
    assertThat(bench.resolver.resolveNow(other)).isEqualTo(Miss.ABSENT);
    assertThat(bench.heard.events).contains("lookup FAILED 0ms");
  }

  @Test
  @SuppressWarnings("NullAway")
  void authorityThatBreaksItsContract_isAFailedLookup() {
    assertBroken((key, atLeast) -> null);
    assertBroken((key, atLeast) -> CompletableFuture.completedFuture(null));
    assertBroken(
        (key, atLeast) -> {
          throw new IllegalStateException("broken");
        });
    assertBroken(
        (key, atLeast) -> {
          throw new AssertionError("broken");
        });
  }

  private static void assertBroken(RouteAuthority authority) {
    VirtualTime time = new VirtualTime(0);
    try (CellResolver resolver =
        CellResolver.builder(authority)
            .authorityConcurrency(1)
            .clock(time)
            .scheduler(time)
            .build()) {
      for (int i = 0; i < 3; i++) {
        assertUnavailable(resolver.resolve(KEY).toCompletableFuture(), Cause.FAILED);
      }
      assertThat(time.waiting()).isZero();
    }
  }

  @Test
  void askersWhoseContinuationThrows_doNotHarmOthers() {
    bench
        .ask()
        .thenAccept(
            resolution -> {
              throw new IllegalStateException("a careless caller");
            });
    CompletableFuture<Resolution> other = bench.ask();
    bench.authority.last().known("us-1", 7);
    assertAnswer(other, Kind.FRESH, "us-1");
  }

  @Test
  void authorityThatAnswersAtOnce_needsNoTimer() {
    VirtualTime time = new VirtualTime(0);
    RouteAuthority instant =
        (key, atLeast) ->
            CompletableFuture.completedFuture(
                new AuthorityAnswer.Known(
                    key, "us-1", 1, Duration.ofHours(1), Duration.ofHours(2)));
    CellResolver resolver = CellResolver.builder(instant).clock(time).scheduler(time).build();
    CompletableFuture<Resolution> asked = resolver.resolve(KEY).toCompletableFuture();
    assertAnswer(asked, Kind.FRESH, "us-1");
    time.advance(NearCache.MAINTENANCE_DELAY);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void chanceThatBreaks_isAFailedLookup_andHoldsUpNobodyElse() {
    ResolverBench broken =
        new ResolverBench(
            o ->
                o.authorityConcurrency(1)
                    .freshnessSpread(10)
                    .random(
                        () -> {
                          throw new IllegalStateException("no chance");
                        }));
    CompletableFuture<Resolution> first = broken.ask();
    broken.ask(RouteKey.parse("business:2"));
    broken.authority.last().known("us-1", 7);
    assertUnavailable(first, Cause.FAILED);
    assertThat(broken.authority.calls).hasSize(2);
  }
}
