// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import io.turnout.conformance.contract.Outage;
import io.turnout.conformance.contract.RouteCacheContract;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteClock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

@SuppressWarnings("NullAway.Init") // the server is started before anything else
class RedisRouteCacheContractTest extends RouteCacheContract {

  private static RedisProcess redis;
  private static SharedConnector shared;

  private @Nullable RedisRouteCache cache;

  @BeforeAll
  static void startRedis() {
    redis = RedisProcess.running();
    shared = new SharedConnector(RedisConnector.of(redis.uri()));
  }

  @AfterAll
  static void endRedis() {
    shared.end();
    redis.close();
  }

  @AfterEach
  void closeCache() {
    if (cache != null) {
      cache.close();
    }
  }

  @Override
  protected RouteCache create(RouteClock clock) {
    redis.ask(commands -> commands.flushall());
    cache = new RedisRouteCache.Builder(shared).clock(clock).timeout(Duration.ofSeconds(1)).build();
    return cache;
  }

  /** Waits until Redis's clock, which is real, has moved on; no step of waiting is so long. */
  @Override
  protected void advance(Duration by) {
    if (by.compareTo(Duration.ofMillis(20)) > 0) {
      long end = redis.millis() + by.toMillis();
      Await.until("Redis's clock moves on by " + by, () -> redis.millis() >= end);
      super.advance(by);
    }
  }

  @Override
  protected Duration patience() {
    return Duration.ofSeconds(1);
  }

  @Override
  protected Optional<Outage> outage() {
    return Optional.of(
        new Outage() {
          @Override
          public void begin() {
            redis.kill();
          }

          @Override
          public void end() {
            redis.start();
          }
        });
  }
}
