// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import io.turnout.conformance.contract.Outage;
import io.turnout.conformance.contract.RouteInvalidationsContract;
import io.turnout.spi.RouteInvalidations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

@SuppressWarnings("NullAway.Init") // the server is started before anything else
class RedisInvalidationsContractTest extends RouteInvalidationsContract {

  private static RedisProcess redis;
  private static SharedConnector shared;

  private final List<RedisInvalidations> made = new ArrayList<>();

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
  void closeChannels() {
    made.forEach(RedisInvalidations::close);
  }

  @Override
  protected RouteInvalidations create() {
    RedisInvalidations channel = new RedisInvalidations.Builder(shared).build();
    made.add(channel);
    return channel;
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
