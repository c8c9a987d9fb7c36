// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.turnout.fuzz.Mutations;
import io.turnout.naive.Allocation;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The scanners of JSON and of forms answer any bytes, however they are cut. The first byte of an
 * input picks the format, the second a limit, the third the cuts.
 */
class BodyFuzzTest {

  private static final int PREFIX = 3;
  private static final int NO_LIMIT = 1 << 20;

  private static final List<String> POINTERS =
      List.of(
          "/a",
          "/a/b",
          "/1",
          "/*",
          "/*/a",
          "/a/*/b",
          "/*/*",
          "/~0/~1/\u00e9",
          "/a/0/",
          "/\ud83d\ude00");

  private static final List<String> FIELDS = List.of("a", "b c", "\u00e9", "ab");

  @FuzzTest
  @DictionaryFile(resourcePath = "Body.dict")
  void bytes(byte[] input) {
    check(input);
  }

  @Test
  void changedInputs_areAnswered() {
    Mutations.of(getClass(), 5_000, BodyFuzzTest::check);
  }

  private static void check(byte[] input) {
    if (input.length < PREFIX) {
      return;
    }
    byte[] body = Arrays.copyOfRange(input, PREFIX, input.length);
    IntFunction<List<BodySource>> questions =
        input[0] % 4 == 0
            ? limit -> FIELDS.stream().map(name -> Sources.form(name, limit)).toList()
            : limit -> POINTERS.stream().map(pointer -> Sources.json(pointer, limit)).toList();
    int limit = input[1] & 0xff;
    var full = Scans.scan(body, questions.apply(NO_LIMIT), input[2]);
    var limited = Scans.scan(body, questions.apply(limit), input[2]);
    Scans.smallerLimit_agreesOrDeclines(full, limited, limit);
    Allocation.within(
        64_000 + 24L * body.length,
        () -> {
          BodyScan scan = BodyScan.of(questions.apply(NO_LIMIT), 8);
          scan.offer(java.nio.ByteBuffer.wrap(body));
          scan.end();
        });
    List<BodySource> all =
        Stream.concat(questions.apply(limit).stream(), questions.apply(NO_LIMIT).stream()).toList();
    var together = Scans.scan(body, all, input[2]);
    var apart = Stream.concat(limited.stream(), full.stream()).toList();
    if (!together.equals(apart)) {
      throw new AssertionError("together " + together + ", apart " + apart);
    }
  }
}
