// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import io.lettuce.core.RedisException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Three masters that share the slots, and a replica of each, all of them processes of their own.
 */
final class RedisCluster implements AutoCloseable {

  private static final int SLOTS = 16_384;
  private static final int MASTERS = 3;

  private final List<RedisProcess> servers = new ArrayList<>();

  /** Starts it, and returns when every server says that all is well. */
  RedisCluster() {
    for (int i = 0; i < 2 * MASTERS; i++) {
      servers.add(
          RedisProcess.running(
              "--cluster-enabled",
              "yes",
              "--cluster-node-timeout",
              "500",
              "--cluster-require-full-coverage",
              "no"));
    }
    RedisProcess first = servers.get(0);
    for (int i = 0; i < MASTERS; i++) {
      int[] slots = IntStream.range(i * SLOTS / MASTERS, (i + 1) * SLOTS / MASTERS).toArray();
      servers.get(i).ask(commands -> commands.clusterAddSlots(slots));
    }
    for (RedisProcess other : servers.subList(1, servers.size())) {
      other.ask(commands -> commands.clusterMeet("127.0.0.1", first.port()));
    }
    for (int i = 0; i < MASTERS; i++) {
      RedisProcess master = servers.get(i);
      RedisProcess replica = servers.get(MASTERS + i);
      String id = master.ask(commands -> commands.clusterMyId());
      Await.until("a replica follows", () -> follows(replica, id));
      Await.until("its master knows it", () -> replication(master).contains("state=online"));
    }
    Await.until("the cluster is up", () -> servers.stream().allMatch(RedisCluster::isUp));
  }

  private static String replication(RedisProcess server) {
    return server.ask(commands -> commands.info("replication"));
  }

  private static boolean follows(RedisProcess replica, String masterId) {
    try {
      replica.ask(commands -> commands.clusterReplicate(masterId));
      return true;
    } catch (RedisException notKnownYet) {
      return false;
    }
  }

  private static boolean isUp(RedisProcess server) {
    String info = server.ask(commands -> commands.clusterInfo());
    return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:6");
  }

  /** A master. */
  RedisProcess first() {
    return servers.get(0);
  }

  /** Its replica. */
  RedisProcess replica() {
    return servers.get(MASTERS);
  }

  /** Names those that are asked who belongs to it. */
  String uri() {
    return "redis-cluster://127.0.0.1:"
        + servers.get(0).port()
        + ",127.0.0.1:"
        + servers.get(1).port();
  }

  /** The server that a channel's subscriber is connected to. */
  RedisProcess subscribedAt(String channel) {
    return servers.stream()
        .filter(
            server ->
                server.ask(commands -> commands.pubsubNumsub(channel)).getOrDefault(channel, 0L)
                    > 0)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    servers.forEach(RedisProcess::close);
  }
}
