// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.redis.InvalidationCodec.Invalidation;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InvalidationCodecTest {

  @Test
  void message_isReadAsItWasWritten() {
    RouteKey longest = new RouteKey("n".repeat(63), "\u20ac".repeat(85) + "x");
    byte[] message = InvalidationCodec.encode(longest, RouteEntry.MAX_VERSION + 1);
    assertThat(message).hasSize(InvalidationCodec.MAX_BYTES);
    assertThat(InvalidationCodec.decode(message))
        .contains(new Invalidation(longest, RouteEntry.MAX_VERSION + 1));
    assertThat(InvalidationCodec.encode(new RouteKey("business", "a b"), 0))
        .isEqualTo("1 0 business:a b".getBytes(UTF_8));
    assertThat(InvalidationCodec.decode("1 0 business:a b".getBytes(UTF_8)))
        .contains(new Invalidation(new RouteKey("business", "a b"), 0));
  }

  @Test
  void otherMessages_areNone() {
    for (String text :
        new String[] {
          "",
          "1",
          "1 ",
          "1 7",
          "1 7 ",
          "2 7 business:1",
          "1 -7 business:1",
          "1 +7 business:1",
          "1 x business:1",
          "1  7 business:1",
          "1 1000000000000001 business:1",
          "1 99999999999999999999 business:1",
          "1 7 business",
          "1 7 business:",
          "1 7 :1",
          "1 7 Business:1",
          "1 7 business:\n",
          "1 \u0667 business:1",
          "1 7 business:" + "x".repeat(257),
          "{\"key\":\"business:1\"}"
        }) {
      assertThat(InvalidationCodec.decode(text.getBytes(UTF_8))).as(text).isEmpty();
    }
    assertThat(InvalidationCodec.decode("1 7 business:\u00e9".getBytes(ISO_8859_1))).isEmpty();
    assertThat(InvalidationCodec.decode(new byte[1 << 20])).isEmpty();
  }

  @Test
  void randomBytes_areNone() {
    Random random = new Random(20261130);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[random.nextInt(60)];
      random.nextBytes(bytes);
      assertThat(InvalidationCodec.decode(bytes)).isEmpty();
    }
  }
}
