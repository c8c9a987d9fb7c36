// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static io.turnout.redis.Await.answer;
import static io.turnout.redis.Await.failure;
import static io.turnout.redis.Entries.KEY;
import static io.turnout.redis.Entries.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway.Init") // the server is started before anything else
class RedisRouteCacheTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static RedisProcess redis;
  private static SharedConnector shared;

  private final VirtualTime ahead = new VirtualTime(1_800_000_000_000L);
  private final VirtualTime behind = new VirtualTime(1_600_000_000_000L);
  private RedisRouteCache one;
  private RedisRouteCache other;

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

  @BeforeEach
  void makeTwoHosts() {
    redis.ask(commands -> commands.flushall());
    one = new RedisRouteCache.Builder(shared).clock(ahead).timeout(Duration.ofSeconds(1)).build();
    other =
        new RedisRouteCache.Builder(shared).clock(behind).timeout(Duration.ofSeconds(1)).build();
  }

  @AfterEach
  void closeHosts() {
    one.close();
    other.close();
  }

  private static Optional<RouteEntry> held(RedisRouteCache cache) {
    return answer(cache.get(KEY));
  }

  @Test
  void hostsWhoseClocksDiffer_onlyShortenLives() {
    RouteEntry put = entry(ahead, KEY, 7, MINUTE);
    answer(one.put(put));

    RouteEntry read = held(other).orElseThrow();

    assertThat(read.cell()).isEqualTo(put.cell());
    assertThat(read.loadedAt()).isEqualTo(put.loadedAt());
    assertThat(read.expiresAt() - behind.wallMillis()).isBetween(30_000L, MINUTE.toMillis());
    assertThat(read.freshUntil()).isEqualTo(read.expiresAt());

    answer(other.put(read)); // copied on, a life does not grow
    assertThat(held(one).orElseThrow().expiresAt()).isLessThanOrEqualTo(put.expiresAt());
    assertThat(held(one).orElseThrow().loadedAt()).isEqualTo(put.loadedAt());
  }

  @Test
  void life_isCountedFromWhenTheReadWasSent() {
    answer(one.put(entry(ahead, KEY, 7, MINUTE)));
    redis.pause();
    var read = other.get(KEY);
    long sentAt = behind.wallMillis();
    behind.advance(Duration.ofMillis(200));
    redis.resume();

    assertThat(answer(read).orElseThrow().expiresAt())
        .isLessThanOrEqualTo(sentAt + MINUTE.toMillis());
  }

  @Test
  void answerThatTookTooLong_tellsNoTimeToCountFrom() {
    assertThat(putWhoseFirstAnswerTakes(ServerTime.MAX_ROUND_TRIP)).isCompleted();
    assertThat(held(other)).isPresent();
    closeHosts();
    makeTwoHosts();
    assertThat(failure(putWhoseFirstAnswerTakes(ServerTime.MAX_ROUND_TRIP.plusMillis(1))))
        .hasMessageContaining("Redis's clock is not known")
        .hasMessageContaining("500 ms");
    assertThat(held(other)).isEmpty();
    answer(one.get(KEY));
    answer(one.put(entry(ahead, KEY, 7, MINUTE)));
    assertThat(held(other)).isPresent();
  }

  /** A put of a host that has heard nothing of Redis's clock, and is told by its own clock late. */
  private CompletableFuture<Void> putWhoseFirstAnswerTakes(Duration duration) {
    answer(one.remove(KEY, 1));
    redis.pause();
    CompletableFuture<Void> put = one.put(entry(ahead, KEY, 7, MINUTE)).toCompletableFuture();
    ahead.advance(duration);
    redis.resume();
    Await.until("the put is settled", put::isDone);
    return put;
  }

  @Test
  void removal_isJudgedByRedisClockWhateverTheHostsSay() {
    RouteEntry before = entry(ahead, KEY, 7, MINUTE);
    ahead.advance(Duration.ofMillis(30));
    answer(other.remove(KEY, 8));
    answer(one.put(before));
    assertThat(held(one)).isEmpty();

    RouteEntry read = entry(behind, KEY, 7, MINUTE); // loaded by a host far behind, within a second
    long asked;
    do {
      asked = System.nanoTime();
      answer(other.remove(KEY, 8));
      answer(other.put(read));
    } while (System.nanoTime() - asked > 900_000_000L); // else the second may have passed
    assertThat(held(one)).isEmpty();

    long removedAt = System.nanoTime();
    Await.until("a second passes", () -> System.nanoTime() - removedAt > 1_100_000_000L);
    behind.advance(Duration.ofMillis(1_100));
    answer(other.put(entry(behind, KEY, 6, MINUTE)));
    assertThat(held(one)).hasValueSatisfying(e -> assertThat(e.version()).isEqualTo(6));
  }

  @Test
  void keysInRedis_liveAsLongAsWhatTheyHold() {
    answer(one.put(entry(ahead, KEY, 7, MINUTE)));
    String place = "turnout:" + KEY.text();
    assertThat(redis.<Long>ask(commands -> commands.pttl(place))).isBetween(30_000L, 60_000L);

    answer(one.remove(KEY, 8));
    assertThat(redis.<Long>ask(commands -> commands.pttl(place))).isBetween(60_001L, 90_000L);

    answer(one.put(entry(ahead, KEY, 8, Duration.ofHours(1))));
    assertThat(redis.<Long>ask(commands -> commands.pttl(place))).isGreaterThan(3_000_000L);
  }

  @Test
  void longLives_areKeptAsTenYears() {
    long now = ahead.wallMillis();
    answer(one.put(new RouteEntry(KEY, Optional.empty(), 1, now, Long.MAX_VALUE, Long.MAX_VALUE)));
    assertThat(held(one).orElseThrow().expiresAt())
        .isBetween(now + EntryCodec.MAX_LIFE_MILLIS - 60_000, now + EntryCodec.MAX_LIFE_MILLIS);
  }

  @Test
  void lostScript_isSentAgain() {
    answer(one.put(entry(ahead, KEY, 7, MINUTE)));
    redis.ask(commands -> commands.scriptFlush());
    assertThat(held(one)).isPresent();
    redis.ask(commands -> commands.scriptFlush());
    answer(one.remove(KEY, 8));
    assertThat(held(one)).isEmpty();
  }

  @Test
  void valueThatIsNoEntry_failsTheReadAndGivesWayToAPut() {
    RouteKey another = new RouteKey("business", "secret-999");
    answer(one.put(entry(ahead, another, 9, MINUTE)));
    byte[] anothers = raw("turnout:" + another.text());
    byte[] cut = java.util.Arrays.copyOf(anothers, anothers.length - 20);
    byte[] newer = anothers.clone();
    newer[0] = 2;
    byte[][] values = {anothers, cut, newer, new byte[1], new byte[10_000]};
    for (byte[] value : values) {
      set("turnout:" + KEY.text(), value);

      assertThat(failure(one.get(KEY)))
          .rootCause()
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("business")
          .hasMessageContaining("is no entry")
          .hasMessageNotContaining("secret");

      answer(one.put(entry(ahead, KEY, 3, MINUTE)));
      assertThat(held(one).orElseThrow().version()).isEqualTo(3);
    }
    set("turnout:" + KEY.text(), cut);
    answer(one.remove(KEY, 1));
    assertThat(held(one)).isEmpty();
  }

  @Test
  void valueOfAnotherType_failsEveryCall() {
    redis.ask(commands -> commands.lpush("turnout:" + KEY.text(), "x"));
    assertThat(failure(one.get(KEY))).hasMessageContaining("WRONGTYPE");
    assertThat(failure(one.put(entry(ahead, KEY, 3, MINUTE))))
        .hasMessageContaining("WRONGTYPE")
        .hasMessageNotContaining("secret");
  }

  @Test
  void prefix_keepsLayersApart() {
    try (RedisRouteCache apart =
        new RedisRouteCache.Builder(shared).clock(ahead).prefix("b:").name("second").build()) {
      answer(apart.put(entry(ahead, KEY, 7, MINUTE)));
      assertThat(held(one)).isEmpty();
      assertThat(redis.<List<String>>ask(commands -> commands.keys("*")))
          .containsExactly("b:" + KEY.text());
      assertThat(apart.name()).isEqualTo("second");
    }
  }

  @Test
  void close_endsWhatItOpenedAndNotWhatWasGiven() {
    RedisClient given = RedisClient.create();
    RedisURI uri = RedisURI.create(redis.uri());
    RedisRouteCache cache = RedisRouteCache.builder(given, uri).build();
    answer(cache.get(KEY));
    cache.close();
    cache.close();
    assertThat(failure(cache.get(KEY))).hasMessageContaining("closed");
    try (StatefulRedisConnection<String, String> connection = given.connect(uri)) {
      assertThat(connection.sync().ping()).isEqualTo("PONG");
    }
    given.shutdown();

    RedisRouteCache own = RedisRouteCache.builder(redis.uri()).build();
    answer(own.get(KEY));
    long before = connections();
    own.close();
    Await.until("the connection ends", () -> connections() < before);
    assertThat(failure(own.get(KEY))).hasMessageContaining("closed");
  }

  private static long connections() {
    return redis.ask(commands -> commands.clientList()).lines().count();
  }

  @Test
  void limits_areNamedWithTheirValues() {
    RedisRouteCache.Builder builder = new RedisRouteCache.Builder(shared);
    assertThatThrownBy(() -> builder.timeout(Duration.ofMillis(1_001)))
        .hasMessageContaining("timeout PT1.001S must lie in");
    assertThatThrownBy(() -> builder.timeout(Duration.ZERO)).hasMessageContaining("PT0S");
    assertThatThrownBy(() -> builder.maxInFlight(0)).hasMessageContaining("maxInFlight 0");
    assertThatThrownBy(() -> builder.name("Redis 1")).hasMessageContaining("name \"Redis 1\"");
    builder.timeout(Duration.ofMillis(1)).timeout(Duration.ofSeconds(1)).maxInFlight(1);
    assertThatThrownBy(() -> one.remove(KEY, -1)).hasMessageContaining("belowVersion -1");
    assertThatThrownBy(() -> one.remove(KEY, RouteEntry.MAX_VERSION + 2))
        .hasMessageContaining("belowVersion 1000000000000001");
  }

  @Test
  void badUri_isRefusedWithoutItsPassword() {
    for (String uri :
        new String[] {
          "http://:secret@host", "redis-cluster://", "redis://:secret@ho st", "", "redis-cluster:x"
        }) {
      assertThatThrownBy(() -> RedisRouteCache.builder(uri))
          .as(uri)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("must be redis://")
          .hasMessageNotContaining("secret")
          .hasNoCause();
    }
  }

  private static byte[] raw(String key) {
    return bytes(connection -> connection.sync().get(key.getBytes(StandardCharsets.UTF_8)));
  }

  private static void set(String key, byte[] value) {
    bytes(
        connection -> {
          connection.sync().set(key.getBytes(StandardCharsets.UTF_8), value);
          return value;
        });
  }

  private static byte[] bytes(
      java.util.function.Function<StatefulRedisConnection<byte[], byte[]>, byte[]> question) {
    RedisClient client = RedisClient.create(redis.uri());
    try (StatefulRedisConnection<byte[], byte[]> connection =
        client.connect(ByteArrayCodec.INSTANCE)) {
      return question.apply(connection);
    } finally {
      client.shutdown(0, 1, java.util.concurrent.TimeUnit.SECONDS);
    }
  }
}
