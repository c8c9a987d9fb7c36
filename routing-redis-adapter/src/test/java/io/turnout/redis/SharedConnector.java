// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.util.concurrent.CompletionStage;

/** A connector that several layers and channels of a test share, and none of them ends. */
record SharedConnector(RedisConnector connector) implements RedisConnector {

  @Override
  public CompletionStage<Open> open() {
    return connector.open();
  }

  @Override
  public CompletionStage<? extends StatefulRedisPubSubConnection<byte[], byte[]>> openPubSub() {
    return connector.openPubSub();
  }

  @Override
  public ClientResources resources() {
    return connector.resources();
  }

  @Override
  public void close() {}

  void end() {
    connector.close();
  }
}
