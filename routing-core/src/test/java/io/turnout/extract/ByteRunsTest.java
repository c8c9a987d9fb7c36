// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class ByteRunsTest {

  private interface Run {
    int end(byte[] bytes, int from, int to);
  }

  private static void check(Run run, IntPredicate member, String inside) {
    for (long seed : Seeds.of(4000)) {
      Random random = new Random(seed);
      byte[] bytes = new byte[60];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) inside.charAt(random.nextInt(inside.length()));
      }
      for (int i = random.nextInt(3); i > 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      int from = random.nextInt(bytes.length);
      int to = from + random.nextInt(bytes.length - from + 1);
      int expected = from;
      while (expected < to && member.test(bytes[expected] & 0xff)) {
        expected++;
      }
      assertThat(run.end(bytes, from, to)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @Test
  void plain_endsAtTheFirstByteThatIsSpecialInAString() {
    check(
        ByteRuns::plain, b -> b >= 0x20 && b < 0x80 && b != '"' && b != '\\', "ab !#[]^~\u007f09");
  }

  @Test
  void plainSixteen_countsUpToSixteen() {
    check(
        (bytes, from, to) ->
            to - from < 16
                ? ByteRuns.plain(bytes, from, to)
                : ByteRuns.plain(bytes, from + ByteRuns.plainSixteen(bytes, from), to),
        b -> b >= 0x20 && b < 0x80 && b != '"' && b != '\\',
        "abc");
  }

  @Test
  void digits_endAtTheFirstByteThatIsNone() {
    check(ByteRuns::digits, b -> b >= '0' && b <= '9', "0123456789");
  }

  @Test
  void blanks_endAtTheFirstByteThatIsNone() {
    check(ByteRuns::blanks, b -> b == ' ' || b == '\n' || b == '\r' || b == '\t', "       \n");
  }

  @Test
  void until_endsAtTheFirstByteThatIsWanted() {
    check((bytes, from, to) -> ByteRuns.until('&', bytes, from, to), b -> b != '&', "a%'=");
    check((bytes, from, to) -> ByteRuns.until('.', bytes, from, to), b -> b != '.', "/-\u00ae");
  }
}
