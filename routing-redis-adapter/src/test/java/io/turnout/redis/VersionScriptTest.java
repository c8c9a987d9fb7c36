// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static io.turnout.redis.Entries.KEY;
import static io.turnout.redis.VersionScript.argument;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway.Init") // the server is started before anything else
class VersionScriptTest {

  private static final byte[] PLACE = {'p'};
  private static final byte[] FINGERPRINT = EntryCodec.fingerprint(KEY);
  private static final byte[] TAIL = HexFormat.of().parseHex("00000000000000077573"); // 7, "us"

  private static RedisProcess redis;
  private static RedisClient client;
  private static StatefulRedisConnection<byte[], byte[]> connection;

  private final VersionScript script = new VersionScript();

  @BeforeAll
  static void startRedis() {
    redis = RedisProcess.running();
    client = RedisClient.create(redis.uri());
    connection = client.connect(ByteArrayCodec.INSTANCE);
  }

  @AfterAll
  static void endRedis() {
    connection.close();
    client.shutdown(0, 1, TimeUnit.SECONDS);
    redis.close();
  }

  @BeforeEach
  void empty() {
    redis.ask(commands -> commands.flushall());
  }

  /** A put that was not on its way at all. */
  private long put(long version, long freshFor, long age) {
    return putSentAt(redis.millis(), version, freshFor, age);
  }

  private long putSentAt(long sentAt, long version, long freshFor, long age) {
    return Await.<Long>answer(
        script.call(
            connection.async(),
            ScriptOutputType.INTEGER,
            PLACE,
            argument("put"),
            FINGERPRINT,
            argument(version),
            argument(sentAt),
            argument(freshFor),
            argument(60_000),
            argument(age),
            TAIL));
  }

  private long remove(long below) {
    return Await.<Long>answer(
        script.call(
            connection.async(),
            ScriptOutputType.INTEGER,
            PLACE,
            argument("remove"),
            FINGERPRINT,
            argument(below)));
  }

  private byte[] value() {
    byte[] value = connection.sync().get(PLACE);
    return value == null ? new byte[0] : value;
  }

  @Test
  void digest_isTheServers() {
    assertThat(put(1, 10, 0)).isEqualTo(1);
    assertThat(redis.<java.util.List<Boolean>>ask(c -> c.scriptExists(script.digest())))
        .containsExactly(true);
  }

  @Test
  void put_saysWhetherItWasTaken() {
    assertThat(put(5, 10_000, 0)).isEqualTo(1);
    assertThat(put(4, 20_000, 0)).isZero();
    assertThat(put(5, 5_000, 0)).isZero();
    assertThat(put(5, 20_000, 0)).isEqualTo(1);
    assertThat(put(6, -5, 0)).isEqualTo(1);
  }

  @Test
  void value_isAsTheCodecSays() {
    put(5, 10_000, 0);
    assertThat(value()).hasSize(10 + 19 + TAIL.length).startsWith(1, 2).endsWith(TAIL);
    remove(3);
    assertThat(value()).hasSize(10 + 13 + 19 + TAIL.length).startsWith(1, 3).endsWith(TAIL);
    remove(6);
    assertThat(value()).hasSize(10 + 13).startsWith(1, 1);
  }

  @Test
  void putOnItsWay_isRefusedForAMomentAfterTheRemoval() {
    remove(8);
    assertThat(put(7, 10_000, 0)).isZero(); // by its age loaded after, but clocks may differ
    assertThat(put(7, 10_000, 50_000)).isZero();
    assertThat(put(8, 10_000, 50_000)).isEqualTo(1);
  }

  @Test
  void putThatIsLate_isJudgedByWhenItWasSent() {
    long sentAt = redis.millis();
    remove(8);
    Await.until(
        "the removal is longer ago than is allowed for", () -> redis.millis() > sentAt + 700);
    assertThat(putSentAt(sentAt, 7, 10_000, 0)).isZero();
    assertThat(put(7, 10_000, 0)).isEqualTo(1);
  }

  @Test
  void putThatIsLate_livesNoLonger() {
    assertThat(putSentAt(redis.millis() - 20_000, 5, 30_000, 0)).isEqualTo(1);
    assertThat(redis.<Long>ask(c -> c.pttl("p"))).isBetween(30_000L, 40_000L);
    assertThat(putSentAt(redis.millis() - 60_000, 6, 30_000, 0)).isZero(); // it has expired
    assertThat(putSentAt(redis.millis() - 59_000, 6, 30_000, 0)).isEqualTo(1);
  }

  @Test
  void putFromAClockAhead_livesNoLonger() {
    assertThat(putSentAt(redis.millis() + 50_000, 5, 30_000, 0)).isEqualTo(1);
    assertThat(redis.<Long>ask(c -> c.pttl("p"))).isLessThanOrEqualTo(60_000L);
  }

  @Test
  void read_returnsNoMoreOfAValueThanAnEntryCanHave() {
    connection.sync().set(PLACE, new byte[100_000]);
    byte[] answer =
        Await.<byte[]>answer(
            script.call(connection.async(), ScriptOutputType.VALUE, PLACE, argument("get")));
    assertThat(answer).hasSize(6 + 1024);
  }

  @Test
  void lowerRemoval_doesNotWeakenAHigherOne() {
    remove(8);
    remove(2);
    assertThat(put(7, 10_000, 50_000)).isZero();
  }

  @Test
  void unknownOperation_isAnError() {
    assertThatThrownBy(
            () ->
                Await.<Long>answer(
                    script.call(
                        connection.async(),
                        ScriptOutputType.INTEGER,
                        PLACE,
                        argument("drop"),
                        FINGERPRINT)))
        .hasMessageContaining("unknown operation");
  }
}
