// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static io.turnout.redis.Await.succeeds;
import static io.turnout.redis.Entries.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteInvalidations.Subscription;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // subscriptions are there to be closed
class RedisInvalidationsTest {

  private static final class Heard implements RouteInvalidations.Listener {
    final List<Long> versions = new CopyOnWriteArrayList<>();
    final AtomicInteger gaps = new AtomicInteger();

    @Override
    public void onInvalidated(RouteKey key, long belowVersion) {
      versions.add(belowVersion);
    }

    @Override
    public void onGap() {
      gaps.incrementAndGet();
    }
  }

  private static RedisInvalidations.Builder builder(RedisProcess redis) {
    return RedisInvalidations.builder(redis.uri());
  }

  private static void await(Heard heard) {
    Await.until("the subscription is in place", () -> heard.gaps.get() > 0);
  }

  private static long subscribers(RedisProcess redis) {
    String channel = RedisInvalidations.DEFAULT_CHANNEL;
    return redis.ask(commands -> commands.pubsubNumsub(channel).get(channel));
  }

  @Test
  void foreignMessages_areIgnoredCountedAndLoggedOnceAnInterval() {
    VirtualTime time = new VirtualTime(0);
    List<String> lines = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger(RedisInvalidations.class.getName());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            lines.add(record.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    Heard heard = new Heard();
    try (RedisProcess redis = RedisProcess.running();
        RedisInvalidations channel = builder(redis).clock(time).build();
        Subscription subscription = channel.subscribe(heard)) {
      await(heard);
      for (int i = 1; i <= 3; i++) {
        int count = i;
        redis.ask(c -> c.publish(RedisInvalidations.DEFAULT_CHANNEL, "secret " + count));
        Await.until("it is counted", () -> channel.ignoredMessages() == count);
      }
      assertThat(lines).hasSize(1).allSatisfy(line -> assertThat(line).doesNotContain("secret"));
      time.advance(Duration.ofSeconds(10));
      redis.ask(c -> c.publish(RedisInvalidations.DEFAULT_CHANNEL, "x".repeat(100_000)));
      Await.until("the next interval's line is written", () -> lines.size() == 2);
      assertThat(lines.get(1)).contains("so far: 4");
      assertThat(heard.versions).isEmpty();
      Await.answer(channel.publish(KEY, 7));
      Await.until("what is no foreign message is heard", () -> heard.versions.contains(7L));
    } finally {
      logger.removeHandler(handler);
    }
  }

  @Test
  void lastSubscription_leavesNothingBehindWhenItIsClosed() {
    try (RedisProcess redis = RedisProcess.running();
        RedisInvalidations channel = builder(redis).build()) {
      Heard heard = new Heard();
      Subscription first = channel.subscribe(heard);
      Subscription second = channel.subscribe(new Heard());
      await(heard);
      assertThat(subscribers(redis)).isEqualTo(1);
      first.close();
      assertThat(subscribers(redis)).isEqualTo(1);
      second.close();
      Await.until("nobody is subscribed", () -> subscribers(redis) == 0);
      assertThat(redis.<String>ask(c -> c.clientList()).lines())
          .as("connections: this question's own")
          .hasSize(1);
    }
  }

  @Test
  void restartedRedis_isSubscribedToAgainAfterAGap() {
    Heard heard = new Heard();
    try (RedisProcess redis = RedisProcess.running();
        RedisInvalidations channel = builder(redis).build();
        Subscription subscription = channel.subscribe(heard)) {
      await(heard);
      int gaps = heard.gaps.get();
      redis.kill();
      redis.start();
      Await.until("a gap is heard", () -> heard.gaps.get() > gaps);
      Await.until(
          "messages are heard again",
          () -> succeeds(channel.publish(KEY, 9)) && heard.versions.contains(9L));
    }
  }

  @Test
  void silentConnection_isReplacedAndAGapReported() {
    Heard heard = new Heard();
    try (RedisProcess redis = RedisProcess.running();
        RedisInvalidations channel = builder(redis).heartbeat(Duration.ofMillis(100)).build();
        Subscription subscription = channel.subscribe(heard)) {
      await(heard);
      int gaps = heard.gaps.get();
      redis.pause();
      long paused = System.nanoTime();
      Await.until("it is silent", () -> System.nanoTime() - paused > 800_000_000L);
      redis.resume();
      Await.until("a gap is heard", () -> heard.gaps.get() > gaps);
    }
  }

  @Test
  void quietConnection_staysWhereItIs() {
    Heard heard = new Heard();
    try (RedisProcess redis = RedisProcess.running();
        RedisInvalidations channel = builder(redis).heartbeat(Duration.ofSeconds(1)).build();
        Subscription subscription = channel.subscribe(heard)) {
      await(heard);
      long begun = System.nanoTime();
      Await.until("some beats pass", () -> System.nanoTime() - begun > 3_000_000_000L);
      assertThat(heard.gaps).hasValue(1);
      assertThat(subscribers(redis)).isEqualTo(1);
    }
  }

  @Test
  void versionOutOfRange_isRefused() {
    try (RedisInvalidations channel =
        RedisInvalidations.builder("redis://127.0.0.1:" + RedisProcess.freePort()).build()) {
      assertThatThrownBy(() -> channel.publish(KEY, -1)).hasMessageContaining("belowVersion -1");
      assertThatThrownBy(() -> channel.publish(KEY, RouteEntry.MAX_VERSION + 2))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(succeeds(channel.publish(KEY, 1))).isFalse();
    }
  }
}
