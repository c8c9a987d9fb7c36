// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.turnout.Seeds;
import io.turnout.request.TextDecoder.Form;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TextDecoderTest {

  private static final int[] TELLING = {
    0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed,
    0xee, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff
  };

  @Test
  void plain_agreesWithTheStrictDecoderOfTheJdkForAllShortSequences() throws Exception {
    for (int a : TELLING) {
      for (int b : TELLING) {
        for (int c : TELLING) {
          for (int d : a < 0xf0 ? new int[] {0x41, 0x80} : TELLING) {
            byte[] bytes = {(byte) a, (byte) b, (byte) c, (byte) d};
            String raw = new String(bytes, ISO_8859_1);
            String text = TextDecoder.decode(raw, 0, 4, Form.PLAIN);
            if (!Objects.equals(text, strict(bytes))) {
              fail("%02x %02x %02x %02x were read as %s", a, b, c, d, text);
            }
          }
        }
      }
    }
  }

  @Test
  void query_readsWhatWasEncodedInAnyWay() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      String text =
          random
              .ints(random.nextInt(12), 0, 0x11_0000)
              .filter(c -> c < 0xd800 || c > 0xdfff)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      String written = encode(text, random);
      assertThat(TextDecoder.decode(written, 0, written.length(), Form.QUERY))
          .as("seed %d, round %d, %s", seed, round, written)
          .isEqualTo(text);
    }
  }

  @Test
  void escape_brokenIsNoText() {
    for (String raw : new String[] {"%", "%4", "a%", "%g0", "%0g", "% 1", "%%41", "%u0041"}) {
      assertThat(TextDecoder.decode(raw, 0, raw.length(), Form.QUERY)).as(raw).isNull();
      assertThat(TextDecoder.decode(raw, 0, raw.length(), Form.PATH)).as(raw).isNull();
      assertThat(TextDecoder.decode(raw, 0, raw.length(), Form.PLAIN)).isEqualTo(raw);
    }
  }

  @Test
  void escape_doesNotReachBeyondTheGivenEnd() {
    assertThat(TextDecoder.decode("%41", 0, 2, Form.QUERY)).isNull();
    assertThat(TextDecoder.decode("\u00c3\u00a9", 0, 1, Form.PLAIN)).isNull();
  }

  @Test
  void escape_isDecodedOnceAndInEitherCase() {
    assertThat(TextDecoder.decode("%2541%c3%A9", 0, 11, Form.QUERY)).isEqualTo("%41é");
  }

  @Test
  void plus_isASpaceInAQueryOnly() {
    assertThat(TextDecoder.decode("a+b%2B", 0, 6, Form.QUERY)).isEqualTo("a b+");
    assertThat(TextDecoder.decode("a+b%2B", 0, 6, Form.PATH)).isEqualTo("a+b+");
    assertThat(TextDecoder.decode("a+b%2B", 0, 6, Form.PLAIN)).isEqualTo("a+b%2B");
  }

  @Test
  void path_partsSegmentsByNulAndKeepsEncodedSlashes() {
    assertThat(TextDecoder.decode("a%2Fb/c", 0, 7, Form.PATH)).isEqualTo("a/b\0c");
    assertThat(TextDecoder.decode("a%00b", 0, 5, Form.PATH)).isNull();
  }

  @Test
  void char_aboveLatin1IsNoByte() {
    assertThat(TextDecoder.decode("a\u0100", 0, 2, Form.PLAIN)).isNull();
    assertThat(TextDecoder.decode("\u0141", 0, 1, Form.QUERY)).isNull();
  }

  private static @Nullable String strict(byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static String encode(String text, Random random) {
    StringBuilder out = new StringBuilder();
    for (byte b : text.getBytes(UTF_8)) {
      int unsigned = b & 0xff;
      boolean mustEscape = unsigned == '%' || unsigned == '+';
      if (unsigned == ' ' && random.nextBoolean()) {
        out.append('+');
      } else if (mustEscape || random.nextBoolean()) {
        out.append(String.format(random.nextBoolean() ? "%%%02x" : "%%%02X", unsigned));
      } else {
        out.append((char) unsigned);
      }
    }
    return out.toString();
  }
}
