// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/**
 * However many requests miss one key at once, one look-up goes out. However many keys are lost at
 * once, the authority sees no more than the configured concurrency.
 */
class Promise4OneFlightTest {

  private final VirtualTime time = new VirtualTime(0);
  private final List<CompletableFuture<AuthorityAnswer>> running = new ArrayList<>();
  private final List<RouteKey> keys = new ArrayList<>();
  private int most;

  private final RouteAuthority authority =
      (key, atLeast) -> {
        CompletableFuture<AuthorityAnswer> call = new CompletableFuture<>();
        running.add(call);
        keys.add(key);
        most = Math.max(most, running.size());
        return call;
      };

  private final CellResolver resolver =
      CellResolver.builder(authority)
          .nearCache(10_000)
          .authorityConcurrency(8)
          .authorityQueue(10_000)
          .clock(time)
          .scheduler(time)
          .build();

  @Test
  void oneKey_isLookedUpOnce() {
    List<CompletionStage<Resolution>> waiting = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      waiting.add(resolver.resolve(RouteKey.parse("business:1")));
    }
    time.settle();

    assertThat(running).hasSize(1);
    answerAll();
    assertThat(waiting)
        .allSatisfy(
            stage -> assertThat(stage.toCompletableFuture().join().cell()).contains("us-1"));
  }

  @Test
  void manyKeys_keepWithinTheConcurrency() {
    List<CompletionStage<Resolution>> waiting = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      waiting.add(resolver.resolve(RouteKey.parse("business:" + i)));
    }
    time.settle();
    while (!running.isEmpty()) {
      answerAll();
    }

    assertThat(most).isEqualTo(8);
    assertThat(waiting)
        .allSatisfy(
            stage -> assertThat(stage.toCompletableFuture().join().cell()).contains("us-1"));
  }

  private void answerAll() {
    List<CompletableFuture<AuthorityAnswer>> calls = List.copyOf(running);
    List<RouteKey> asked = List.copyOf(keys);
    running.clear();
    keys.clear();
    for (int i = 0; i < calls.size(); i++) {
      calls
          .get(i)
          .complete(
              new AuthorityAnswer.Known(
                  asked.get(i), "us-1", 1, Duration.ofMinutes(5), Duration.ofHours(1)));
    }
    time.settle();
  }
}
