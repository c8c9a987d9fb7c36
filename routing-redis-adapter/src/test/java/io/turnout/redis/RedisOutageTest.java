// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static io.turnout.redis.Await.answer;
import static io.turnout.redis.Await.failure;
import static io.turnout.redis.Await.succeeds;
import static io.turnout.redis.Entries.KEY;
import static io.turnout.redis.Entries.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RedisOutageTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final RouteClock CLOCK = RouteClock.system();

  private static RedisRouteCache.Builder builder(RedisProcess redis) {
    return RedisRouteCache.builder(redis.uri());
  }

  private static void put(RedisRouteCache cache, long version) {
    Await.until("a put succeeds", () -> succeeds(cache.put(entry(CLOCK, KEY, version, MINUTE))));
  }

  @Test
  void pausedRedis_failsCallsInTimeAndServesAfterwards() {
    try (RedisProcess redis = RedisProcess.running();
        RedisRouteCache cache = builder(redis).timeout(Duration.ofMillis(50)).build()) {
      put(cache, 7);
      redis.pause();
      assertThat(failure(cache.get(KEY)))
          .rootCause()
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("50 ms");
      redis.resume();
      Await.until("reads find it again", () -> version(cache) == 7);
    }
  }

  @Test
  void putThatArrivesLate_livesNoLonger() {
    try (RedisProcess redis = RedisProcess.running();
        RedisRouteCache late = builder(redis).timeout(Duration.ofMillis(200)).build();
        RedisRouteCache other = builder(redis).build()) {
      put(late, 6);
      assertThat(version(other)).isEqualTo(6);
      RouteEntry delayed = entry(CLOCK, KEY, 7, MINUTE);
      redis.pause();
      long paused = System.nanoTime();
      assertThat(succeeds(late.put(delayed))).isFalse();
      Await.until("a while passes", () -> System.nanoTime() - paused > 1_500_000_000L);
      redis.resume();
      Await.until("the put arrives", () -> version(other) == 7);
      RouteEntry read = answer(other.get(KEY)).orElseThrow();
      assertThat(read.expiresAt()).isLessThan(delayed.expiresAt() + 100); // clocks round, or slew
      assertThat(read.freshUntil()).isLessThan(delayed.freshUntil() + 100);
    }
  }

  /** Which version is held; -1 if none is or none can be read. */
  private static long version(RedisRouteCache cache) {
    CompletionStage<Optional<RouteEntry>> read = cache.get(KEY);
    return succeeds(read) ? answer(read).map(RouteEntry::version).orElse(-1L) : -1;
  }

  @Test
  void connectionThatNeverAnswers_isReplaced() {
    try (RedisProcess redis = RedisProcess.running();
        RedisRouteCache cache = builder(redis).timeout(Duration.ofMillis(20)).build()) {
      put(cache, 7);
      long before = connectionsReceived(redis);
      redis.pause();
      long paused = System.nanoTime();
      Await.until(
          "calls time out for longer than ten time-outs",
          () -> !succeeds(cache.get(KEY)) && System.nanoTime() - paused > 600_000_000L);
      redis.resume();
      Await.until("reads succeed again", () -> succeeds(cache.get(KEY)));
      assertThat(connectionsReceived(redis) - before).isGreaterThanOrEqualTo(2);
    }
  }

  /** How many connections there have been, the one that asks included. */
  private static long connectionsReceived(RedisProcess redis) {
    String line =
        redis
            .ask(commands -> commands.info("stats"))
            .lines()
            .filter(text -> text.startsWith("total_connections_received:"))
            .findFirst()
            .orElseThrow();
    return Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
  }

  @Test
  void callsUnderWay_areBounded() {
    try (RedisProcess redis = RedisProcess.running();
        RedisRouteCache cache =
            builder(redis).timeout(Duration.ofSeconds(1)).maxInFlight(3).build()) {
      put(cache, 7);
      redis.pause();
      List<CompletionStage<Optional<RouteEntry>>> waiting = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        waiting.add(cache.get(KEY));
      }
      CompletionStage<Optional<RouteEntry>> beyond = cache.get(KEY);
      assertThat(beyond.toCompletableFuture()).isCompletedExceptionally();
      assertThat(failure(beyond)).hasMessageContaining("more than 3 calls (maxInFlight)");
      redis.resume();
      waiting.forEach(Await::succeeds); // or time out, on a slow machine
      Await.until("the places are free", () -> version(cache) == 7);
    }
  }

  @Test
  void callsThatTookTooLong_areBoundedTooAsLongAsTheyAreUnanswered() {
    try (RedisProcess redis = RedisProcess.running();
        RedisRouteCache cache =
            builder(redis).timeout(Duration.ofMillis(200)).maxInFlight(50).build()) {
      put(cache, 7);
      long before = scriptsRun(redis);
      redis.pause();
      long paused = System.nanoTime();
      int refused = 0;
      while (System.nanoTime() - paused < 1_000_000_000L) {
        refused += failure(cache.get(KEY)).toString().contains("maxInFlight") ? 1 : 0;
        for (int i = 0; i < 49; i++) {
          cache.put(entry(CLOCK, KEY, 8, MINUTE));
        }
      }
      redis.resume();
      Await.until("reads succeed again", () -> succeeds(cache.get(KEY)));
      assertThat(refused).isPositive();
      assertThat(scriptsRun(redis) - before)
          .as("commands that waited, and the reads that found Redis again")
          .isBetween(1L, 60L);
    }
  }

  /** How many times a script was called. */
  private static long scriptsRun(RedisProcess redis) {
    Matcher calls =
        Pattern.compile("cmdstat_evalsha:calls=([0-9]+)")
            .matcher(redis.ask(commands -> commands.info("commandstats")));
    return calls.find() ? Long.parseLong(calls.group(1)) : 0;
  }

  @Test
  void connectionThatIsFullAndNeverAnswers_isReplaced() {
    try (RedisProcess redis = RedisProcess.running();
        RedisRouteCache cache =
            builder(redis).timeout(Duration.ofMillis(20)).maxInFlight(3).build()) {
      put(cache, 7);
      long before = connectionsReceived(redis);
      redis.pause();
      long paused = System.nanoTime();
      Await.until(
          "calls fail for longer than ten time-outs",
          () -> !succeeds(cache.get(KEY)) && System.nanoTime() - paused > 600_000_000L);
      redis.resume();
      Await.until("reads succeed again", () -> succeeds(cache.get(KEY)));
      assertThat(connectionsReceived(redis) - before).isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void fullRedis_failsPutsServesReadsAndStillForgets() {
    try (RedisProcess redis = RedisProcess.running("--maxmemory-policy", "noeviction");
        RedisRouteCache cache = builder(redis).build()) {
      put(cache, 7);
      redis.ask(commands -> commands.configSet("maxmemory", "100000")); // less than is used

      RouteKey another = new RouteKey("business", "secret-2");
      assertThat(failure(cache.put(entry(CLOCK, another, 7, MINUTE))))
          .hasMessageContaining("OOM")
          .hasMessageNotContaining("secret");
      assertThat(answer(cache.get(KEY))).isPresent();

      assertThat(failure(cache.remove(KEY, 8))).hasMessageContaining("OOM");
      assertThat(answer(cache.get(KEY))).isEmpty();

      redis.ask(commands -> commands.configSet("maxmemory", "0"));
      put(cache, 8);
      assertThat(answer(cache.get(KEY))).isPresent();
    }
  }

  @Test
  void redisThatIsAwayAtFirst_isFoundLater() {
    try (RedisProcess redis = RedisProcess.running()) {
      redis.kill();
      try (RedisRouteCache cache = builder(redis).build()) {
        assertThat(succeeds(cache.get(KEY))).isFalse();
        redis.start();
        put(cache, 7);
        assertThat(answer(cache.get(KEY))).isPresent();
      }
    }
  }

  @Test
  void wrongPassword_failsCallsAndIsInNoMessage() {
    try (RedisProcess redis = RedisProcess.running()) {
      redis.ask(commands -> commands.configSet("requirepass", "right"));
      try (RedisRouteCache refused =
          RedisRouteCache.builder("redis://:hidden@127.0.0.1:" + redis.port()).build()) {
        Throwable failure = failure(refused.get(KEY));
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
          assertThat(String.valueOf(cause.getMessage())).doesNotContain("hidden", "secret");
        }
      }
      try (RedisRouteCache allowed =
          RedisRouteCache.builder("redis://:right@127.0.0.1:" + redis.port()).build()) {
        put(allowed, 7);
        assertThat(answer(allowed.get(KEY))).isPresent();
      }
    }
  }

  @Test
  void userOfThePage_canDoWhatIsNeededAndNoMore() throws IOException {
    String page = Files.readString(Path.of("../docs/redis.md"));
    Matcher user = Pattern.compile("ACL (SETUSER router on >password .*)").matcher(page);
    assertThat(user.find()).isTrue();
    CommandArgs<String, String> words = new CommandArgs<>(StringCodec.UTF8);
    Stream.of(user.group(1).split(" ")).forEach(words::add);
    try (RedisProcess redis = RedisProcess.running()) {
      redis.ask(c -> c.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), words));
      String uri = "redis://router:password@127.0.0.1:" + redis.port();
      AtomicInteger heard = new AtomicInteger();
      try (RedisRouteCache cache = RedisRouteCache.builder(uri).build();
          RedisRouteCache elsewhere = RedisRouteCache.builder(uri).prefix("other:").build();
          RedisInvalidations channel = RedisInvalidations.builder(uri).build()) {
        put(cache, 7);
        assertThat(answer(cache.get(KEY))).isPresent();
        answer(cache.remove(KEY, 8));
        assertThat(failure(elsewhere.get(KEY))).hasMessageContaining("NOPERM");
        channel.subscribe(
            new RouteInvalidations.Listener() {
              @Override
              public void onInvalidated(RouteKey key, long belowVersion) {
                heard.incrementAndGet();
              }

              @Override
              public void onGap() {}
            });
        Await.until(
            "a message is heard", () -> succeeds(channel.publish(KEY, 8)) && heard.get() > 0);
      }
    }
  }
}
