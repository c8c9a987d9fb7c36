// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.ResolverListener;
import io.turnout.resolve.ResolverListener.Circuit;
import io.turnout.resolve.ResolverListener.LookupResult;
import io.turnout.resolve.ResolverListener.SnapshotResult;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class RemoteSourceTest {

  private static final Duration WAIT = Duration.ofSeconds(3);

  private final VirtualTime time = new VirtualTime(0);
  private final Deque<CompletableFuture<AuthorityAnswer>> asked = new ArrayDeque<>();
  private final List<RouteKey> keys = new ArrayList<>();
  private final RouteAuthority authority =
      (key, atLeast) -> {
        keys.add(key);
        CompletableFuture<AuthorityAnswer> answer = new CompletableFuture<>();
        asked.add(answer);
        return answer;
      };

  private RemoteSource open(RouteCache... layers) {
    RemoteSource source = RemoteSource.open(authority, List.of(layers), WAIT, time);
    time.settle();
    return source;
  }

  private static boolean mayStart(RemoteSource source) {
    return source.firstAnswer().toCompletableFuture().isDone();
  }

  private void answer() {
    Duration life = Duration.ofSeconds(1);
    asked.remove().complete(new AuthorityAnswer.Unknown(keys.get(0), 0, life, life));
    time.settle();
  }

  /** A layer that answers when the test says so. */
  private static final class Layer implements RouteCache {
    private final CompletableFuture<Optional<RouteEntry>> answer = new CompletableFuture<>();

    @Override
    public String name() {
      return "redis";
    }

    @Override
    public CompletionStage<Optional<RouteEntry>> get(RouteKey key) {
      return answer;
    }

    @Override
    public CompletionStage<Void> put(RouteEntry entry) {
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> remove(RouteKey key, long belowVersion) {
      return CompletableFuture.completedStage(null);
    }
  }

  @Test
  void firstAnswer_letsItStart_andIsAskedForOnce() {
    RemoteSource source = open();
    assertThat(source.word()).isEqualTo("unasked");
    assertThat(source.isReady()).isFalse();
    assertThat(mayStart(source)).isFalse();
    answer();
    assertThat(source.word()).isEqualTo("answering");
    assertThat(source.isReady()).isTrue();
    assertThat(mayStart(source)).isTrue();
    time.advance(Duration.ofMinutes(1));
    assertThat(keys).hasSize(1);
  }

  @Test
  void snapshotThatBroughtKeysBack_letsItStart_withoutAnAnswer() {
    RemoteSource source = open();
    source.listener().onSnapshot(ResolverListener.SnapshotResult.READ, 0);
    assertThat(mayStart(source)).isFalse();
    source.listener().onSnapshot(ResolverListener.SnapshotResult.READ, 1);
    assertThat(mayStart(source)).isTrue();
    assertThat(source.isReady()).isTrue();
  }

  @Test
  void authorityThatIsAway_isAskedAgain_andHoldsAStartForNoLongerThanSaid() {
    RemoteSource source = open();
    for (int i = 0; i < 5; i++) {
      asked.remove().completeExceptionally(new IllegalStateException("away"));
      time.advance(Duration.ofMillis(500));
    }
    assertThat(source.word()).isEqualTo("failing");
    time.advance(Duration.ofMillis(499));
    assertThat(mayStart(source)).isFalse();
    time.advance(Duration.ofMillis(1));
    assertThat(mayStart(source)).isTrue();
    assertThat(source.isReady()).isFalse();
    answer();
    assertThat(source.isReady()).isTrue();
  }

  @Test
  void readyItStays_whateverBecomesOfTheAuthority() {
    RemoteSource source = open();
    answer();
    source.onLookup(LookupResult.TIMED_OUT, 1);
    assertThat(source.word()).isEqualTo("failing");
    source.onLookup(LookupResult.THROTTLED, 1);
    assertThat(source.word()).isEqualTo("throttled");
    assertThat(source.isReady()).isTrue();
    source.onLookup(LookupResult.UNKNOWN, 1);
    assertThat(source.word()).isEqualTo("answering");
  }

  @Test
  void throttling_isToldFromFailing_alsoAtTheStart() {
    RemoteSource source = open();
    asked.remove().completeExceptionally(new AuthorityThrottledException(Duration.ZERO));
    assertThat(source.word()).isEqualTo("throttled");
  }

  @Test
  void snapshotWithKeys_orALayerThatAnswers_isEnoughToBeReady() {
    RemoteSource source = open();
    source.onSnapshot(SnapshotResult.READ, 0);
    source.onSnapshot(SnapshotResult.UNUSABLE, 0);
    assertThat(source.isReady()).isFalse();
    source.onSnapshot(SnapshotResult.READ, 1);
    assertThat(source.isReady()).isTrue();

    Layer layer = new Layer();
    RemoteSource layered = open(layer);
    assertThat(layered.isReady()).isFalse();
    layer.answer.complete(Optional.empty());
    assertThat(layered.isReady()).isTrue();
    assertThat(mayStart(layered)).isFalse();
  }

  @Test
  void layers_areToldByTheirCircuits() {
    RemoteSource source = open(new Layer());
    assertThat(source.layerWords()).isEqualTo(Map.of("redis", "used"));
    source.onCircuit("redis", Circuit.OPEN);
    source.onCircuit("authority", Circuit.OPEN);
    assertThat(source.layerWords()).isEqualTo(Map.of("redis", "left-alone"));
    source.onCircuit("redis", Circuit.HALF_OPEN);
    assertThat(source.layerWords()).isEqualTo(Map.of("redis", "tried"));
  }
}
