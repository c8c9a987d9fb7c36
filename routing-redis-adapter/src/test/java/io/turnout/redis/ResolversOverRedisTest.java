// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static io.turnout.redis.Await.answer;
import static io.turnout.redis.Await.succeeds;
import static io.turnout.redis.Entries.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.authority.MemoryAuthority;
import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ResolversOverRedisTest {

  private final MemoryAuthority truth = new MemoryAuthority(RouteClock.system());
  private final AtomicInteger lookups = new AtomicInteger();
  private final RouteAuthority counted =
      new RouteAuthority() {
        @Override
        public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
          lookups.incrementAndGet();
          return truth.lookup(key, atLeastVersion);
        }
      };

  private CellResolver.Builder resolver(RedisRouteCache layer) {
    return CellResolver.builder(counted).nearCache(1_000).layer(layer);
  }

  @Test
  void secondRouter_findsWhatTheFirstKnowsAndHearsOfTheMove() {
    truth.put(KEY, "us-1");
    Gap gap = new Gap();
    try (RedisProcess redis = RedisProcess.running();
        RedisRouteCache one = RedisRouteCache.builder(redis.uri()).build();
        RedisRouteCache other = RedisRouteCache.builder(redis.uri()).build();
        RedisInvalidations channel = RedisInvalidations.builder(redis.uri()).build();
        RouteInvalidations.Subscription subscribed = channel.subscribe(gap);
        CellResolver first = resolver(one).build();
        CellResolver second = resolver(other).invalidations(channel).build()) {
      Await.until("both are connected", () -> succeeds(one.get(KEY)) && succeeds(other.get(KEY)));
      // What was loaded before the gap of subscribing, or less than a second after, is asked anew.
      Await.until("the gap is a while ago", () -> gap.isLongerAgo(Duration.ofMillis(1_200)));
      answer(first.resolve(KEY));
      Await.until("the copy is in Redis", () -> answer(other.get(KEY)).isPresent());

      assertThat(answer(second.resolve(KEY)).cell()).contains("us-1");
      assertThat(lookups).hasValue(1);

      long moved = truth.put(KEY, "eu-1");
      Await.until(
          "the second router hears of the move",
          () ->
              succeeds(channel.publish(KEY, moved))
                  && answer(second.resolve(KEY)).cell().equals(java.util.Optional.of("eu-1")));
    }
  }

  /** Waits for the gap that a new subscription reports. */
  private static final class Gap implements RouteInvalidations.Listener {

    private volatile long heardNanos;
    private volatile boolean heard;

    @Override
    public void onInvalidated(RouteKey key, long belowVersion) {}

    @Override
    public void onGap() {
      heardNanos = System.nanoTime();
      heard = true;
    }

    boolean isLongerAgo(Duration duration) {
      return heard && System.nanoTime() - heardNanos > duration.toNanos();
    }
  }

  @Test
  void hungRedis_failsNoRequest() {
    try (RedisProcess redis = RedisProcess.running();
        RedisRouteCache layer = RedisRouteCache.builder(redis.uri()).build();
        CellResolver resolver = resolver(layer).build()) {
      Await.until("it is connected", () -> succeeds(layer.get(KEY)));
      redis.pause();
      for (int i = 0; i < 100; i++) {
        RouteKey key = new RouteKey("business", "hung-" + i);
        truth.put(key, "us-1");
        Resolution resolution = answer(resolver.resolve(key));
        assertThat(resolution.kind()).isEqualTo(Resolution.Kind.FRESH);
      }
      assertThat(lookups).hasValue(100);
      redis.resume();
    }
  }
}
