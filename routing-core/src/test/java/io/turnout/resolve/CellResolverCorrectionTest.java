// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static io.turnout.resolve.ResolverBench.assertAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a resolver does when a cell says that it does not hold a key. */
class CellResolverCorrectionTest {

  private final ScriptedLayer layer = new ScriptedLayer("shared");
  private final ResolverBench bench = new ResolverBench(options -> options.layer(layer));

  private CompletableFuture<Resolution> correct(long used, String wrongCell) {
    return bench.resolver.correct(KEY, used, wrongCell).toCompletableFuture();
  }

  @Test
  void versionUsedAndOlder_isForgottenAndTheAuthorityAsked() {
    bench.load("us-1", 7);
    CompletableFuture<Resolution> corrected = correct(7, "us-1");

    assertThat(layer.count("remove business:1 8")).isEqualTo(1);
    assertThat(bench.authority.last().atLeastVersion()).isEqualTo(8);
    bench.authority.last().known("eu-1", 8);
    assertAnswer(corrected, Kind.FRESH, "eu-1");
    bench.assertNow(Kind.FRESH, "eu-1");
  }

  @Test
  void hundredRequests_askOnce() {
    bench.load("us-1", 7);
    List<CompletableFuture<Resolution>> corrected = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      corrected.add(correct(7, "us-1"));
      bench.advanceMillis(1);
    }
    bench.authority.last().known("eu-1", 8);
    for (int i = 0; i < 50; i++) {
      corrected.add(correct(7, "us-1"));
    }

    corrected.forEach(one -> assertAnswer(one, Kind.FRESH, "eu-1"));
    assertThat(bench.authority.calls).hasSize(2);
  }

  @Test
  void newerVersion_sparesTheLookUp() {
    bench.load("us-1", 7);
    bench.resolver.learn(bench.taught("eu-1", 9));

    assertAnswer(correct(7, "us-1"), Kind.FRESH, "eu-1");
    bench.time.advance(ScriptedAuthority.FRESH_FOR);
    assertAnswer(correct(7, "us-1"), Kind.STALE, "eu-1");
    bench.time.advance(ScriptedAuthority.EXPIRE_AFTER);
    assertThat(correct(7, "us-1")).isNotDone();
    assertThat(bench.authority.calls).hasSize(3); // the second refreshes the stale one
  }

  @Test
  void newerVersionThatNamesTheSameCell_isNoBetter() {
    bench.load("us-1", 7);
    bench.resolver.learn(bench.taught("us-1", 9));
    CompletableFuture<Resolution> corrected = correct(7, "us-1");

    assertThat(bench.authority.last().atLeastVersion()).isEqualTo(10);
    bench.authority.last().known("eu-1", 10);
    assertAnswer(corrected, Kind.FRESH, "eu-1");
  }

  @Test
  void authorityThatStaysWithTheCell_isAskedOnceASecond() {
    bench.load("us-1", 7);
    CompletableFuture<Resolution> first = correct(7, "us-1");
    bench.authority.last().known("us-1", 7);
    assertAnswer(first, Kind.FRESH, "us-1");

    bench.advanceMillis(999);
    assertAnswer(correct(7, "us-1"), Kind.FRESH, "us-1");
    assertThat(bench.authority.calls).hasSize(2);
    bench.advanceMillis(1);
    assertThat(correct(7, "us-1")).isNotDone();
    assertThat(bench.authority.calls).hasSize(3);
  }

  @Test
  void authorityThatFails_isAskedOnceASecond() {
    bench.load("us-1", 7);
    CompletableFuture<Resolution> first = correct(7, "us-1");
    bench.authority.last().fail();

    assertThat(first).isCompletedWithValue(new Resolution.Unavailable(Cause.FAILED));
    assertThat(correct(7, "us-1")).isCompletedWithValue(new Resolution.Unavailable(Cause.FAILED));
    assertThat(bench.authority.calls).hasSize(2);
    bench.advanceMillis(1_000);
    assertThat(correct(7, "us-1")).isNotDone();
    assertThat(bench.authority.calls).hasSize(3);
  }

  @Test
  void answerThatHasComeBefore_isNotGivenAgainOnceItIsExpiredOrOvertaken() {
    bench.load("us-1", 7);
    CompletableFuture<Resolution> first = correct(7, "us-1");
    bench.authority.last().known("eu-1", 8, Duration.ofMillis(100), Duration.ofMillis(200));
    bench.advanceMillis(150);
    assertAnswer(correct(7, "us-1"), Kind.STALE, "eu-1");
    bench.advanceMillis(50);
    assertThat(correct(7, "us-1"))
        .isCompletedWithValue(new Resolution.Unavailable(Cause.OVERLOADED));

    bench.resolver.learn(bench.taught("us-1", 9));
    assertAnswer(first, Kind.FRESH, "eu-1");
    assertAnswer(correct(7, "us-1"), Kind.FRESH, "us-1");
  }

  @Test
  void answerThatMustNotBeKept_servesThoseWhoWaitForIt() {
    bench.load("us-1", 7);
    CompletableFuture<Resolution> first = correct(7, "us-1");
    CompletableFuture<Resolution> second = correct(7, "us-1");
    bench.authority.last().uncacheable("eu-1", 8);

    assertAnswer(first, Kind.FRESH, "eu-1");
    assertAnswer(second, Kind.FRESH, "eu-1");
    assertThat(correct(7, "us-1"))
        .isCompletedWithValue(new Resolution.Unavailable(Cause.OVERLOADED));
  }

  @Test
  void callerThatGivesUp_leavesTheOthers() {
    bench.load("us-1", 7);
    CompletableFuture<Resolution> one = correct(7, "us-1");
    CompletableFuture<Resolution> other = correct(7, "us-1");
    one.cancel(true);
    bench.authority.last().known("eu-1", 8);

    assertAnswer(other, Kind.FRESH, "eu-1");
  }

  @Test
  void staleCopyOfALayer_doesNotComeBack() {
    bench.load("us-1", 7);
    layer.held.put(KEY, bench.taught("us-1", 7));
    CompletableFuture<Resolution> corrected = correct(7, "us-1");

    assertThat(layer.count("get business:1")).isEqualTo(2);
    assertThat(corrected).isNotDone();
    bench.authority.last().known("eu-1", 8);
    assertAnswer(corrected, Kind.FRESH, "eu-1");
  }

  @Test
  void keysOfASecond_areLimited() {
    for (int i = 0; i < Corrections.MOST_KEYS; i++) {
      bench.resolver.correctNow(RouteKey.parse("other:" + i), 1, "us-1");
    }
    CompletableFuture<Resolution> beyond = correct(1, "us-1");

    assertThat(beyond).isCompletedWithValue(new Resolution.Unavailable(Cause.OVERLOADED));
    bench.time.advance(Duration.ofSeconds(1));
    assertThat(correct(1, "us-1")).isNotDone();
  }

  @Test
  void withoutALookUp_whatWasUsedIsForgotten() {
    bench.load("us-1", 7);

    assertThat(bench.resolver.correctNow(KEY, 7, "us-1")).isEqualTo(Resolution.Miss.EXPIRED);
    assertThat(bench.now()).isEqualTo(Resolution.Miss.ABSENT);
    assertThat(bench.resolver.correctNow(KEY, 7, "us-1")).isEqualTo(Resolution.Miss.EXPIRED);
    bench.resolver.learn(bench.taught("eu-1", 8));
    assertAnswer(bench.resolver.correctNow(KEY, 7, "us-1"), Kind.FRESH, "eu-1");
    assertThat(bench.authority.calls).hasSize(1);
  }

  @Test
  void closedResolver_correctsNothing() {
    bench.load("us-1", 7);
    bench.resolver.close();

    assertThat(correct(7, "us-1")).isCompletedWithValue(new Resolution.Unavailable(Cause.CLOSED));
  }

  @Test
  void threadsThatMeet_askOnce() throws Exception {
    int threads = 16;
    AtomicInteger calls = new AtomicInteger();
    CompletableFuture<Void> everybodyAsked = new CompletableFuture<>();
    RouteAuthority authority =
        (key, atLeast) -> {
          calls.incrementAndGet();
          long version = Math.max(1, atLeast);
          AuthorityAnswer answer =
              new AuthorityAnswer.Known(
                  key, "cell-" + version, version, Duration.ofHours(1), Duration.ofHours(2));
          return (version == 1 ? CompletableFuture.<Void>completedFuture(null) : everybodyAsked)
              .thenApply(asked -> answer);
        };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (CellResolver resolver =
        CellResolver.builder(authority).authorityTimeout(Duration.ofMinutes(1)).build()) {
      resolver.resolve(KEY).toCompletableFuture().get();
      List<Future<CompletableFuture<Resolution>>> asking = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        asking.add(pool.submit(() -> resolver.correct(KEY, 1, "cell-1").toCompletableFuture()));
      }
      List<CompletableFuture<Resolution>> corrected = new ArrayList<>();
      for (Future<CompletableFuture<Resolution>> one : asking) {
        corrected.add(one.get());
      }
      everybodyAsked.complete(null);
      for (CompletableFuture<Resolution> one : corrected) {
        assertThat(one.get().cell()).hasValue("cell-2");
      }
      assertThat(calls).hasValue(2);
    } finally {
      pool.shutdownNow();
    }
  }
}
