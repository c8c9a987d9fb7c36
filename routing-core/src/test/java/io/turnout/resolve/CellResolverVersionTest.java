// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static io.turnout.resolve.ResolverBench.assertAnswer;
import static io.turnout.resolve.ResolverBench.assertUnavailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Miss;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.resolve.ScriptedAuthority.Call;
import io.turnout.spi.RouteEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CellResolverVersionTest {

  private final ResolverBench bench = new ResolverBench();

  @Test
  void taughtEntry_ofALowerVersion_isRefused() {
    bench.resolver.learn(bench.taught("eu-1", 8));
    bench.resolver.learn(bench.taught("us-1", 7));
    bench.assertNow(Kind.FRESH, "eu-1");
    assertThat(bench.heard.events).contains("refused OLDER_VERSION");
  }

  @Test
  void taughtEntry_ofAHigherVersion_replaces() {
    bench.load("us-1", 7);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.resolver.learn(bench.taught("eu-1", 8));
    bench.assertNow(Kind.FRESH, "eu-1");
  }

  @Test
  void equalVersions_theOneThatIsFreshLongerStays() {
    bench.resolver.learn(bench.taught("us-1", 7, Duration.ofSeconds(20), Duration.ofHours(1)));
    bench.resolver.learn(bench.taught("us-2", 7, Duration.ofSeconds(10), Duration.ofHours(9)));
    bench.assertNow(Kind.FRESH, "us-1");
    bench.resolver.learn(bench.taught("us-3", 7, Duration.ofSeconds(30), Duration.ofHours(1)));
    bench.assertNow(Kind.FRESH, "us-3");
  }

  @Test
  void equalVersion_replacesWhatIsExpiredHoweverLongItShouldHaveBeenFresh() {
    bench.load("us-1", 7);
    bench.advanceMillis(1);
    bench.resolver.invalidate(Instant.ofEpochMilli(bench.time.wallMillis()));
    bench.resolver.learn(bench.taught("us-2", 7, Duration.ofSeconds(10), Duration.ofSeconds(20)));
    bench.assertNow(Kind.FRESH, "us-2");
  }

  @Test
  void answerBelowTheHeldVersion_isAskedForAgain_andTheSecondAnswerIsFinal() {
    bench.resolver.learn(bench.taught("eu-1", 8, Duration.ZERO, Duration.ofMillis(10)));
    bench.advanceMillis(10);
    CompletableFuture<Resolution> asked = bench.ask();
    assertThat(bench.authority.last().atLeastVersion()).isZero();
    bench.authority.last().known("us-1", 7);
    assertThat(asked).isNotDone();
    assertThat(bench.authority.calls).hasSize(2);
    assertThat(bench.authority.last().atLeastVersion()).isEqualTo(8);
    bench.authority.last().known("us-1", 6);
    assertAnswer(asked, Kind.FRESH, "us-1");
    bench.assertNow(Kind.FRESH, "us-1");
    assertThat(((Resolution.Fresh) bench.now()).entry().version()).isEqualTo(6);
  }

  @Test
  void secondAnswer_doesNotReplaceWhatWasTaughtAfterItWasAskedFor() {
    bench.resolver.learn(bench.taught("eu-1", 8, Duration.ZERO, Duration.ofMillis(10)));
    bench.advanceMillis(10);
    CompletableFuture<Resolution> asked = bench.ask();
    bench.authority.last().known("us-1", 7);
    bench.resolver.learn(bench.taught("ap-1", 20));
    bench.authority.last().known("us-1", 7);
    assertThat(bench.authority.last().atLeastVersion()).isEqualTo(20);
    bench.authority.last().known("ap-1", 20);
    assertAnswer(asked, Kind.FRESH, "ap-1");
    bench.assertNow(Kind.FRESH, "ap-1");
  }

  @Test
  void authorityThatNeverCatchesUp_endsAsSuperseded() {
    CompletableFuture<Resolution> asked = bench.ask();
    for (int i = 1; i <= Flight.MOST_TRIES; i++) {
      bench.resolver.learn(bench.taught("eu-1", 100L * i, Duration.ZERO, Duration.ofMillis(1)));
      bench.advanceMillis(1);
      bench.authority.last().known("us-1", i);
    }
    assertUnavailable(asked, Cause.SUPERSEDED);
    assertThat(bench.authority.calls).hasSize(Flight.MOST_TRIES);
  }

  @Test
  void answersThatOvertakeEachOther_leaveTheHigherVersion() {
    CompletableFuture<Resolution> slow = bench.ask();
    Call slowCall = bench.authority.last();
    bench.resolver.forget(KEY, 1);
    CompletableFuture<Resolution> quick = bench.ask();
    bench.authority.last().known("eu-1", 8);
    assertAnswer(quick, Kind.FRESH, "eu-1");
    slowCall.known("us-1", 7);
    bench.assertNow(Kind.FRESH, "eu-1");
    bench.authority.last().known("eu-1", 8);
    assertAnswer(slow, Kind.FRESH, "eu-1");
  }

  @Test
  void uncacheableAnswer_isNotKept_butItsVersionIs() {
    bench.load("us-1", 7);
    bench.advanceMillis(ScriptedAuthority.FRESH_FOR.toMillis());
    bench.now();
    bench.time.settle();
    bench.authority.last().uncacheable("us-1", 8);
    assertThat(bench.now()).isEqualTo(Miss.ABSENT);
    bench.resolver.learn(bench.taught("us-1", 7));
    assertThat(bench.now()).isEqualTo(Miss.ABSENT);
    CompletableFuture<Resolution> asked = bench.ask();
    bench.authority.last().known("us-1", 7);
    assertThat(bench.authority.last().atLeastVersion()).isEqualTo(8);
    bench.authority.last().uncacheable("eu-1", 9);
    assertAnswer(asked, Kind.FRESH, "eu-1");
    assertThat(bench.now()).isEqualTo(Miss.ABSENT);
  }

  @Test
  void uncacheableAnswer_ofAnEqualVersion_removesWhatWasAskedForEarlier() {
    bench.load("us-1", 7);
    bench.advanceMillis(ScriptedAuthority.FRESH_FOR.toMillis());
    bench.now();
    bench.time.settle();
    bench.authority.last().uncacheable("us-1", 7);
    assertThat(bench.now()).isEqualTo(Miss.ABSENT);
  }

  @Test
  void answerThatIsExpiredOnArrival_servesWhoAsked_andIsNotUsedAgain() {
    CompletableFuture<Resolution> asked = bench.ask();
    bench.advanceMillis(100);
    bench.authority.last().known("us-1", 7, Duration.ofMillis(50), Duration.ofMillis(100));
    assertAnswer(asked, Kind.FRESH, "us-1");
    assertThat(bench.now()).isEqualTo(Miss.EXPIRED);
  }

  @Test
  void answerThatIsStaleOnArrival_saysSo() {
    CompletableFuture<Resolution> asked = bench.ask();
    bench.advanceMillis(100);
    bench.authority.last().known("us-1", 7, Duration.ofMillis(100), Duration.ofMillis(200));
    assertAnswer(asked, Kind.STALE, "us-1");
  }

  @Test
  void forget_removesOnlyBelowTheVersion() {
    bench.load("us-1", 7);
    bench.resolver.forget(KEY, 7);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.resolver.forget(KEY, 8);
    assertThat(bench.now()).isEqualTo(Miss.ABSENT);
  }

  @Test
  void forgottenVersion_isRememberedAsAnyOther() {
    bench.load("us-1", 7);
    bench.resolver.forget(KEY, 8);
    CompletableFuture<Resolution> asked = bench.ask();
    assertThat(bench.authority.last().atLeastVersion()).isEqualTo(8);
    bench.authority.last().known("old", 6);
    assertThat(asked).isNotDone();
    assertThat(bench.authority.last().atLeastVersion()).isEqualTo(7);
    bench.authority.last().known("us-1", 7);
    assertAnswer(asked, Kind.FRESH, "us-1");
  }

  @Test
  void answerAskedForBeforeARemoval_isRefusedBelow_andItsAskersGoOn() {
    CompletableFuture<Resolution> before = bench.ask();
    Call early = bench.authority.last();
    bench.resolver.forget(KEY, 8);
    CompletableFuture<Resolution> after = bench.ask();
    assertThat(bench.authority.calls).hasSize(2);
    early.known("us-1", 7);
    assertThat(before).isNotDone();
    assertThat(bench.heard.events).contains("refused REMOVED");
    assertThat(bench.authority.calls).hasSize(2);
    bench.authority.last().known("us-1", 7);
    assertAnswer(before, Kind.FRESH, "us-1");
    assertAnswer(after, Kind.FRESH, "us-1");
    bench.assertNow(Kind.FRESH, "us-1");
  }

  @Test
  void answerAskedForBeforeARemoval_isTakenFromItsVersionOn() {
    CompletableFuture<Resolution> before = bench.ask();
    bench.resolver.forget(KEY, 8);
    bench.authority.last().known("eu-1", 8);
    assertAnswer(before, Kind.FRESH, "eu-1");
    bench.assertNow(Kind.FRESH, "eu-1");
  }

  @Test
  void removal_outlivesTheEntryThatFollowsIt() {
    bench.ask();
    Call early = bench.authority.last();
    bench.resolver.forget(KEY, 50);
    bench.load("us-1", 40);
    early.known("us-2", 45);
    bench.assertNow(Kind.FRESH, "us-1");
  }

  @Test
  void taughtEntry_loadedBeforeARemoval_isRefusedBelow() {
    RouteEntry before = bench.taught("us-1", 7);
    bench.advanceMillis(1);
    bench.resolver.forget(KEY, 8);
    bench.advanceMillis(1);
    bench.resolver.learn(before);
    assertThat(bench.now()).isEqualTo(Miss.ABSENT);
    bench.resolver.learn(bench.taught("us-1", 7));
    bench.assertNow(Kind.FRESH, "us-1");
  }

  @Test
  void removalsOneAfterTheOther_forgetNoneOfThem() {
    bench.ask();
    Call early = bench.authority.last();
    bench.resolver.forget(KEY, 50);
    bench.resolver.forget(KEY, 40);
    early.known("us-1", 45);
    assertThat(bench.now()).isEqualTo(Miss.ABSENT);
  }

  @Test
  void endlessRemovals_endAsSuperseded() {
    CompletableFuture<Resolution> asked = bench.ask();
    for (int i = 1; !asked.isDone() && i < 100; i++) {
      bench.resolver.forget(KEY, 50 + i);
      bench.authority.last().known("us-1", 7);
    }
    assertUnavailable(asked, Cause.SUPERSEDED);
  }

  @Test
  void versionOutOfRange_isRefused() {
    assertThatThrownBy(() -> bench.resolver.forget(KEY, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("belowVersion -1 must lie in 0 to 1000000000000000");
    assertThatThrownBy(() -> bench.resolver.forget(KEY, RouteEntry.MAX_VERSION + 2))
        .isInstanceOf(IllegalArgumentException.class);
    bench.resolver.forget(KEY, RouteEntry.MAX_VERSION + 1);
    bench.ask();
    assertThat(bench.authority.last().atLeastVersion()).isEqualTo(RouteEntry.MAX_VERSION);
  }
}
