// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.ownlayer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MapRouteCacheTest {

  private final VirtualTime time = new VirtualTime(1_000_000);
  private final MapRouteCache cache = new MapRouteCache(time, 2);

  private RouteEntry entry(int number) {
    long now = time.wallMillis();
    RouteKey key = new RouteKey("business", "secret-" + number);
    return new RouteEntry(key, Optional.of("us-1"), 7, now, now + 1_000, now + 2_000);
  }

  private Optional<RouteEntry> held(RouteEntry entry) {
    return cache.get(entry.key()).toCompletableFuture().join();
  }

  @Test
  void fullLayer_failsThePutAndKeepsWhatItHolds() {
    cache.put(entry(1)).toCompletableFuture().join();
    cache.put(entry(2)).toCompletableFuture().join();

    assertThatThrownBy(() -> cache.put(entry(3)).toCompletableFuture().join())
        .hasMessageContaining("full: it remembers 2 keys")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> cache.remove(entry(3).key(), 8).toCompletableFuture().join())
        .hasMessageContaining("full");

    assertThat(held(entry(1))).isPresent();
    assertThat(held(entry(2))).isPresent();
    assertThat(held(entry(3))).isEmpty();
  }

  @Test
  void fullLayer_hasRoomWhereEntriesAreOver() {
    cache.put(entry(1)).toCompletableFuture().join();
    cache.remove(entry(2).key(), 8).toCompletableFuture().join();
    time.advance(Duration.ofSeconds(61));

    cache.put(entry(3)).toCompletableFuture().join();
    cache.put(entry(4)).toCompletableFuture().join();

    assertThat(held(entry(3))).isPresent();
    assertThat(held(entry(4))).isPresent();
  }
}
