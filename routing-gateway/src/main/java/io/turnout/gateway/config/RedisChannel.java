// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.redis.RedisInvalidations;
import io.turnout.redis.RedisRouteCache;
import java.time.Duration;
import java.util.Objects;

/**
 * A channel of Redis on which the gateway hears that keys have changed.
 *
 * @param uri where the Redis is
 * @param channel the channel's name, not empty
 * @param timeout how long a call may take, 1 ms to 1 s
 */
public record RedisChannel(RedisUri uri, String channel, Duration timeout) {

  /**
   * Checks every part.
   *
   * @throws IllegalArgumentException if one is out of range or malformed
   */
  public RedisChannel {
    Objects.requireNonNull(uri, "uri");
    if (channel.isEmpty()) {
      throw new IllegalArgumentException("the channel's name must not be empty");
    }
    RedisLayer.checkTimeout(timeout);
  }

  /** A channel with defaults for all but its place. */
  public static RedisChannel of(RedisUri uri) {
    return new RedisChannel(
        uri, RedisInvalidations.DEFAULT_CHANNEL, RedisRouteCache.DEFAULT_TIMEOUT);
  }
}
