// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.redis.RedisRouteCache;
import io.turnout.spi.RoutingName;
import java.time.Duration;
import java.util.Objects;

/**
 * A layer of copies in Redis.
 *
 * @param uri where the Redis is
 * @param name what decisions and logs call the layer, a routing name
 * @param prefix what the keys in Redis begin with
 * @param timeout how long a call may take, 1 ms to 1 s
 */
public record RedisLayer(RedisUri uri, String name, String prefix, Duration timeout) {

  /** The longest time-out. */
  public static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(1);

  /** The name where nothing is said. */
  public static final String DEFAULT_NAME = "redis";

  /**
   * Checks every part.
   *
   * @throws IllegalArgumentException if one is out of range or malformed
   */
  public RedisLayer {
    Objects.requireNonNull(uri, "uri");
    RoutingName.require(name, "name");
    Objects.requireNonNull(prefix, "prefix");
    checkTimeout(timeout);
  }

  /** A layer with defaults for all but its place. */
  public static RedisLayer of(RedisUri uri) {
    return new RedisLayer(
        uri, DEFAULT_NAME, RedisRouteCache.DEFAULT_PREFIX, RedisRouteCache.DEFAULT_TIMEOUT);
  }

  static void checkTimeout(Duration timeout) {
    if (timeout.toMillis() < 1 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new IllegalArgumentException("timeout " + timeout + " must lie in 1 ms to 1 s");
    }
  }
}
