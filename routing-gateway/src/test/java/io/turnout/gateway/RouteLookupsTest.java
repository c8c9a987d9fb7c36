// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.protocol.LookupJson.Answer;
import io.turnout.protocol.RouteAnnouncement;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RouteLookupsTest {

  private static final RouteKey KEY = new RouteKey("business", "1");

  private final VirtualTime time = new VirtualTime(1_700_000_000_000L);
  private final List<Long> asked = new ArrayList<>();
  private final List<CompletableFuture<AuthorityAnswer>> calls = new ArrayList<>();
  private final RouteAuthority authority =
      new RouteAuthority() {
        @Override
        public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
          asked.add(atLeastVersion);
          calls.add(new CompletableFuture<>());
          return calls.get(calls.size() - 1);
        }
      };
  private final RouteLookups lookups =
      new RouteLookups(
          authority,
          new SteadyClock(time),
          options -> options.scheduler(time).freshnessSpread(0).authorityTimeout(seconds(1)));

  @AfterEach
  void close() {
    lookups.close();
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private CompletableFuture<Answer> ask(long atLeast) {
    CompletableFuture<Answer> stage =
        lookups.answer(new RouteAuthority.Lookup(KEY, atLeast)).toCompletableFuture();
    time.advance(Duration.ZERO);
    return stage;
  }

  private void answer(int call, long version, long freshSeconds, long expireSeconds) {
    calls
        .get(call)
        .complete(new Known(KEY, "us-1", version, seconds(freshSeconds), seconds(expireSeconds)));
    time.advance(Duration.ZERO);
  }

  private static Answer told(long version, long freshSeconds, long expireSeconds) {
    return Answer.of(
        new RouteAnnouncement(
            KEY, Optional.of("us-1"), version, seconds(freshSeconds), seconds(expireSeconds)));
  }

  @Test
  void answer_isWhatRemains_asLongAsItIsFresh() {
    CompletableFuture<Answer> first = ask(0);
    answer(0, 17, 10, 100);
    assertThat(first).isCompletedWithValue(told(17, 10, 100));
    time.advance(seconds(4));
    assertThat(ask(0)).isCompletedWithValue(told(17, 6, 96));
    assertThat(asked).containsExactly(0L);
  }

  @Test
  void timeOnTheWay_isTakenOff() {
    CompletableFuture<Answer> first = ask(0);
    time.advance(Duration.ofMillis(250));
    answer(0, 17, 10, 100);
    RouteAnnouncement route = first.join().route().orElseThrow();
    assertThat(route.freshFor()).isEqualTo(Duration.ofMillis(9_750));
    assertThat(route.expireAfter()).isEqualTo(Duration.ofMillis(99_750));
  }

  @Test
  void staleEntry_isNotTold_alsoWhereTheAuthorityFails() {
    ask(0);
    answer(0, 17, 10, 100);
    time.advance(seconds(10));
    CompletableFuture<Answer> stage = ask(0);
    assertThat(stage).isNotDone();
    assertThat(asked).hasSize(2);
    calls.get(1).completeExceptionally(new IllegalStateException("down"));
    time.advance(Duration.ZERO);
    assertThat(stage.join().failed()).hasValue("unavailable");
    time.advance(seconds(120));
    stage = ask(0);
    calls.get(calls.size() - 1).completeExceptionally(new IllegalStateException("down"));
    time.advance(Duration.ZERO);
    assertThat(stage.join().failed()).hasValue("failed");
  }

  @Test
  void staleUnknownKey_isAskedForAgain() {
    ask(0);
    calls.get(0).complete(new AuthorityAnswer.Unknown(KEY, 17, seconds(10), seconds(100)));
    time.advance(seconds(9));
    assertThat(ask(0).join().route().orElseThrow().freshFor()).isEqualTo(seconds(1));
    time.advance(seconds(1));
    CompletableFuture<Answer> stage = ask(0);
    assertThat(stage).isNotDone();
    answer(1, 18, 10, 100);
    assertThat(stage).isCompletedWithValue(told(18, 10, 100));
  }

  @Test
  void slowAuthority_isGivenUp() {
    CompletableFuture<Answer> stage = ask(0);
    time.advance(seconds(1));
    assertThat(stage.join().failed()).hasValue("timeout");
  }

  @Test
  void uncacheableAnswer_isToldWithoutALife_andNotKept() {
    CompletableFuture<Answer> first = ask(0);
    time.advance(Duration.ofMillis(100));
    answer(0, 17, 0, 0);
    assertThat(first).isCompletedWithValue(told(17, 0, 0));
    CompletableFuture<Answer> second = ask(0);
    assertThat(second).isNotDone();
    answer(1, 18, 10, 100);
    assertThat(second).isCompletedWithValue(told(18, 10, 100));
  }

  @Test
  void answerThatOutlivedItself_isToldWithoutALife() {
    CompletableFuture<Answer> stage = ask(0);
    time.advance(Duration.ofMillis(900));
    calls
        .get(0)
        .complete(new Known(KEY, "us-1", 17, Duration.ofMillis(500), Duration.ofMillis(900)));
    time.advance(Duration.ZERO);
    assertThat(stage).isCompletedWithValue(told(17, 0, 0));
  }

  @Test
  void leastVersion_isAskedFor_whereWhatIsHeldIsBelow() {
    ask(0);
    answer(0, 17, 10, 100);
    assertThat(ask(17)).isCompletedWithValue(told(17, 10, 100));
    CompletableFuture<Answer> stage = ask(18);
    CompletableFuture<Answer> same = ask(18);
    assertThat(asked).containsExactly(0L, 18L);
    answer(1, 20, 10, 100);
    assertThat(stage).isCompletedWithValue(told(20, 10, 100));
    assertThat(same).isCompletedWithValue(told(20, 10, 100));
    assertThat(ask(19)).isCompletedWithValue(told(20, 10, 100));
    assertThat(asked).hasSize(2);
  }

  @Test
  void leastVersionThatTheAuthorityDoesNotHave_isAnsweredAsItIs() {
    CompletableFuture<Answer> stage = ask(999_999_999_999_999L);
    answer(0, 17, 10, 100);
    assertThat(stage).isCompletedWithValue(told(17, 10, 100));
    assertThat(ask(0)).isCompletedWithValue(told(17, 10, 100));
    assertThat(asked).containsExactly(999_999_999_999_999L);
  }

  @Test
  void expire_letsTheAuthorityBeAskedAgain() {
    ask(0);
    answer(0, 17, 10, 100);
    time.advance(seconds(1));
    lookups.expire();
    CompletableFuture<Answer> stage = ask(0);
    answer(1, 18, 10, 100);
    assertThat(stage).isCompletedWithValue(told(18, 10, 100));
  }

  @Test
  void closed_answersNothing() {
    CompletableFuture<Answer> stage = ask(0);
    lookups.close();
    assertThat(stage.join().failed()).hasValue("closed");
    assertThat(ask(0).join().failed()).hasValue("closed");
  }

  @Test
  void wallClockThatJumps_makesNoLifeLonger() {
    ask(0);
    answer(0, 17, 10, 100);
    time.advance(seconds(4));
    time.jumpWall(Duration.ofHours(-1));
    assertThat(ask(0)).isCompletedWithValue(told(17, 6, 96));
  }
}
