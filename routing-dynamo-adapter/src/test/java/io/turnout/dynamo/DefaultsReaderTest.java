// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.dynamo.DefaultsReader.Aged;
import io.turnout.spi.VirtualTime;
import io.turnout.store.RouteDefaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class DefaultsReaderTest {

  private static final RouteDefaults LONG =
      Records.defaults(Duration.ofHours(1), Duration.ofMinutes(10), 1);
  private static final RouteDefaults SHORT =
      Records.defaults(Duration.ofHours(1), Duration.ofSeconds(8), 2);

  private final VirtualTime time = new VirtualTime(0);
  private final List<CompletableFuture<RouteDefaults>> reads = new ArrayList<>();
  private final DefaultsReader reader = reader(Duration.ofSeconds(10));

  private DefaultsReader reader(Duration maxAge) {
    return new DefaultsReader(
        time,
        maxAge,
        () -> {
          CompletableFuture<RouteDefaults> read = new CompletableFuture<>();
          reads.add(read);
          return read;
        });
  }

  private Aged now() {
    CompletionStage<Aged> stage = reader.get();
    assertThat(stage.toCompletableFuture()).isDone();
    return Await.answer(stage);
  }

  @Test
  void get_byMany_readsOnce() {
    CompletionStage<Aged> one = reader.get();
    CompletionStage<Aged> other = reader.get();
    assertThat(reads).hasSize(1);
    reads.get(0).complete(LONG);
    assertThat(Await.answer(one)).isEqualTo(Await.answer(other)).isEqualTo(new Aged(LONG, 0));
    assertThat(now().defaults()).isEqualTo(LONG);
    assertThat(reads).hasSize(1);
  }

  @Test
  void get_afterHalfTheTime_readsInTheBackground_andAfterAllOfItWaits() {
    reader.get();
    reads.get(0).complete(LONG);
    time.advance(Duration.ofMillis(4_999));
    now();
    assertThat(reads).hasSize(1);
    time.advance(Duration.ofMillis(1));
    assertThat(now().sentNanos()).isZero();
    now();
    assertThat(reads).hasSize(2);
    time.advance(Duration.ofMillis(4_999));
    now();
    time.advance(Duration.ofMillis(1));
    CompletionStage<Aged> waits = reader.get();
    assertThat(waits.toCompletableFuture()).isNotDone();
    reads.get(1).complete(SHORT);
    assertThat(Await.answer(waits)).isEqualTo(new Aged(SHORT, 5_000_000_000L));
    assertThat(reads).hasSize(2);
  }

  @Test
  void get_afterAFailureInTheBackground_goesOnWithWhatThereIs_andTriesAgainAfterASecond() {
    reader.get();
    reads.get(0).complete(LONG);
    time.advance(Duration.ofSeconds(6));
    now();
    reads.get(1).completeExceptionally(new IllegalStateException("away"));
    time.advance(Duration.ofMillis(999));
    now();
    assertThat(reads).hasSize(2);
    time.advance(Duration.ofMillis(1));
    now();
    assertThat(reads).hasSize(3);
    reads.get(2).complete(SHORT);
    assertThat(now().defaults()).isEqualTo(SHORT);
  }

  @Test
  void get_withoutAny_failsWithTheRead_andTheNextReadsAgain() {
    CompletionStage<Aged> stage = reader.get();
    reads.get(0).completeExceptionally(new IllegalStateException("away"));
    assertThat(Await.failure(stage)).hasMessage("away");
    CompletionStage<Aged> next = reader.get();
    reads.get(1).complete(LONG);
    assertThat(Await.answer(next).defaults()).isEqualTo(LONG);
  }

  @Test
  void get_thatJoinsAReadWhichFails_readsAgain_andOnce() {
    CompletionStage<Aged> first = reader.get();
    CompletionStage<Aged> second = reader.get();
    CompletionStage<Aged> third = reader.get();
    reads.get(0).completeExceptionally(new IllegalStateException("away"));
    assertThat(Await.failure(first)).hasMessage("away");
    assertThat(reads).hasSize(2);
    reads.get(1).completeExceptionally(new IllegalStateException("still away"));
    for (CompletionStage<Aged> stage : List.of(second, third)) {
      assertThat(Failures.unwrapped(Await.failure(stage))).hasMessage("still away");
    }
    assertThat(reads).hasSize(2);
  }

  @Test
  void get_keepsNoLongerThanAQuarterOfTheShortestDefault() {
    reader.get();
    reads.get(0).complete(SHORT);
    time.advance(Duration.ofMillis(1_999));
    now();
    reads.get(1).complete(SHORT);
    time.advance(Duration.ofSeconds(2));
    assertThat(reader.get().toCompletableFuture()).isNotDone();
  }

  @Test
  void get_withDefaultsThatForbidCopies_keepsThemAsLongAsAny() {
    RouteDefaults none = Records.defaults(Duration.ZERO, Duration.ZERO, 3);
    reader.get();
    reads.get(0).complete(none);
    time.advance(Duration.ofSeconds(4));
    assertThat(now().leftAt(time.nanos()).known().expireAfter()).isZero();
    assertThat(reads).hasSize(1);
  }

  @Test
  void get_withNoAge_readsEachTime() {
    DefaultsReader always = reader(Duration.ZERO);
    for (int i = 0; i < 3; i++) {
      CompletionStage<Aged> stage = always.get();
      reads.get(i).complete(LONG);
      assertThat(Await.answer(stage).defaults()).isEqualTo(LONG);
    }
    assertThat(reads).hasSize(3);
  }

  @Test
  void leftAt_takesTheAgeOff_neverBelowZeroAndNeverAdds() {
    Aged aged = new Aged(SHORT, 1_000);
    assertThat(aged.leftAt(500)).isEqualTo(SHORT);
    assertThat(aged.leftAt(1_000)).isEqualTo(SHORT);
    RouteDefaults left = aged.leftAt(1_000 + Duration.ofSeconds(9).toNanos());
    assertThat(left.unknown().expireAfter()).isZero();
    assertThat(left.known().expireAfter()).isEqualTo(Duration.ofHours(1).minusSeconds(9));
    assertThat(left.known().freshFor()).isEqualTo(Duration.ofMinutes(30).minusSeconds(9));
  }
}
