// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static io.turnout.redis.Await.answer;
import static io.turnout.redis.Await.succeeds;
import static io.turnout.redis.Entries.KEY;
import static io.turnout.redis.Entries.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteInvalidations.Subscription;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // subscriptions are there to be closed
class RedisTopologyTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final RouteClock CLOCK = RouteClock.system();

  private static final class Heard implements RouteInvalidations.Listener {
    final AtomicInteger messages = new AtomicInteger();
    final AtomicInteger gaps = new AtomicInteger();

    @Override
    public void onInvalidated(RouteKey key, long belowVersion) {
      messages.incrementAndGet();
    }

    @Override
    public void onGap() {
      gaps.incrementAndGet();
    }
  }

  @Test
  void cluster_holdsKeysOfAllSlots() {
    Heard heard = new Heard();
    try (RedisProcess redis = RedisProcess.running("--cluster-enabled", "yes")) {
      redis.ask(
          commands ->
              commands.clusterAddSlots(java.util.stream.IntStream.range(0, 16_384).toArray()));
      Await.until(
          "the cluster is up",
          () -> redis.ask(commands -> commands.clusterInfo()).contains("cluster_state:ok"));
      String uri = "redis-cluster://127.0.0.1:" + redis.port();
      try (RedisRouteCache cache = RedisRouteCache.builder(uri).build();
          RedisInvalidations channel = RedisInvalidations.builder(uri).build();
          Subscription subscription = channel.subscribe(heard)) {
        List<RouteKey> keys = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
          RouteKey key = new RouteKey("business", "{" + i + "} of " + i);
          keys.add(key);
          Await.until("it is put", () -> succeeds(cache.put(entry(CLOCK, key, 7, MINUTE))));
        }
        Map<RouteKey, RouteEntry> all = answer(cache.getAll(keys));
        assertThat(all).containsOnlyKeys(keys);
        answer(cache.remove(keys.get(0), 8));
        assertThat(answer(cache.get(keys.get(0)))).isEmpty();
        Await.until(
            "a message is heard",
            () -> succeeds(channel.publish(KEY, 7)) && heard.messages.get() > 0);
        assertThat(heard.gaps).hasPositiveValue();
      }
    }
  }

  /** How long after a master's end calls succeed again for all keys, and a gap is heard. */
  private static final Duration FAIL_OVER = Duration.ofSeconds(15);

  @Test
  void clusterOfThree_goesOnAfterAFailOver() {
    try (RedisCluster cluster = new RedisCluster();
        RedisRouteCache cache = RedisRouteCache.builder(cluster.uri()).build()) {
      List<RouteKey> keys = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        RouteKey key = new RouteKey("business", "" + i);
        keys.add(key);
        Await.until("it is put", () -> succeeds(cache.put(entry(CLOCK, key, 7, MINUTE))));
      }
      assertThat(answer(cache.getAll(keys))).containsOnlyKeys(keys);
      long onFirst = cluster.first().<Long>ask(c -> c.dbsize());
      assertThat(onFirst).as("each of three has some").isBetween(1L, 59L);
      Await.until(
          "they are replicated", () -> cluster.replica().<Long>ask(c -> c.dbsize()) == onFirst);

      long killed = System.nanoTime();
      cluster.first().kill();

      List<CompletionStage<Optional<RouteEntry>>> reads = keys.stream().map(cache::get).toList();
      assertThat(reads.stream().filter(Await::succeeds).count())
          .as("keys of the others are there all the time")
          .isGreaterThanOrEqualTo(60 - onFirst);
      for (RouteKey key : keys) {
        Await.until("it is put", () -> succeeds(cache.put(entry(CLOCK, key, 8, MINUTE))));
      }
      assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(FAIL_OVER);
      assertThat(answer(cache.getAll(keys)).values())
          .hasSize(60)
          .allMatch(held -> held.version() == 8);
    }
  }

  @Test
  void clusterOfThree_tellsOfAGapWhereTheSubscribersServerIsLost() {
    Heard heard = new Heard();
    try (RedisCluster cluster = new RedisCluster();
        RedisInvalidations channel =
            RedisInvalidations.builder(cluster.uri()).heartbeat(Duration.ofSeconds(1)).build();
        Subscription subscription = channel.subscribe(heard)) {
      Await.until("the subscription is in place", () -> heard.gaps.get() > 0);
      RedisProcess server = cluster.subscribedAt(RedisInvalidations.DEFAULT_CHANNEL);
      int gaps = heard.gaps.get();

      long killed = System.nanoTime();
      server.kill();

      Await.until("a gap is heard", () -> heard.gaps.get() > gaps);
      assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(FAIL_OVER);
      int messages = heard.messages.get();
      Await.until(
          "messages are heard again",
          () -> succeeds(channel.publish(KEY, 8)) && heard.messages.get() > messages);
    }
  }

  @Test
  void failOver_isFollowedThroughTheSentinel() {
    Heard heard = new Heard();
    try (RedisProcess master = RedisProcess.running();
        RedisProcess replica =
            RedisProcess.running("--replicaof", "127.0.0.1", "" + master.port());
        RedisProcess sentinel = RedisProcess.sentinel(master)) {
      Await.until(
          "the replica follows",
          () -> replica.ask(c -> c.info("replication")).contains("master_link_status:up"));
      Await.until(
          "the sentinel knows the replica",
          () -> sentinel.<String>ask(c -> c.info("sentinel")).contains("slaves=1"));
      String uri = "redis-sentinel://127.0.0.1:" + sentinel.port() + "#routes";
      try (RedisRouteCache cache = RedisRouteCache.builder(uri).build();
          RedisInvalidations channel = RedisInvalidations.builder(uri).build();
          Subscription subscription = channel.subscribe(heard)) {
        Await.until("a put succeeds", () -> succeeds(cache.put(entry(CLOCK, KEY, 7, MINUTE))));
        Await.until("the subscription is in place", () -> heard.gaps.get() > 0);
        int gaps = heard.gaps.get();
        Await.until("it is replicated", () -> replica.<Long>ask(c -> c.dbsize()) == 1);

        long killed = System.nanoTime();
        master.kill();

        Await.until("a put succeeds", () -> succeeds(cache.put(entry(CLOCK, KEY, 8, MINUTE))));
        assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(FAIL_OVER);
        assertThat(answer(cache.get(KEY)).orElseThrow().version()).isEqualTo(8);
        assertThat(replica.<Long>ask(c -> c.dbsize())).isEqualTo(1);
        Await.until("a gap is heard", () -> heard.gaps.get() > gaps);
        Await.until(
            "messages are heard again",
            () -> succeeds(channel.publish(KEY, 7)) && heard.messages.get() > 0);
      }
    }
  }

  @Test
  void replica_servesReadsAndRefusesWrites() {
    try (RedisProcess master = RedisProcess.running();
        RedisProcess replica =
            RedisProcess.running("--replicaof", "127.0.0.1", "" + master.port());
        RedisRouteCache cache = RedisRouteCache.builder(master.uri()).build();
        RedisRouteCache demoted = RedisRouteCache.builder(replica.uri()).build()) {
      Await.until("a put succeeds", () -> succeeds(cache.put(entry(CLOCK, KEY, 7, MINUTE))));
      Await.until(
          "it is replicated",
          () -> succeeds(demoted.get(KEY)) && answer(demoted.get(KEY)).isPresent());
      assertThat(succeeds(demoted.put(entry(CLOCK, KEY, 8, MINUTE)))).isFalse();
      replica.ask(commands -> commands.replicaofNoOne());
      Await.until("a put succeeds", () -> succeeds(demoted.put(entry(CLOCK, KEY, 8, MINUTE))));
      assertThat(answer(demoted.get(KEY)).orElseThrow().version()).isEqualTo(8);
    }
  }
}
