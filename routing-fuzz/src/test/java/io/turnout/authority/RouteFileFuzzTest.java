// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.turnout.document.DocumentLimits;
import io.turnout.document.Problem;
import io.turnout.fuzz.Lines;
import io.turnout.fuzz.Mutations;
import io.turnout.naive.Allocation;
import org.junit.jupiter.api.Test;

/** Any bytes are a route file, or have mistakes that lie inside them. */
class RouteFileFuzzTest {

  private static final long MAX_BYTES = 256L << 20;

  @FuzzTest
  @DictionaryFile(resourcePath = "RouteFile.dict")
  void bytes(byte[] input) {
    check(input);
  }

  @Test
  void changedInputs_areReadOrRefused() {
    Mutations.of(getClass(), 1_000, RouteFileFuzzTest::check);
  }

  private static void check(byte[] input) {
    Allocation.within(MAX_BYTES, () -> read(input));
    RouteFile.Reading reading = read(input);
    Lines lines = Lines.of(input);
    for (Problem problem : reading.problems()) {
      assertThat(lines.hold(problem.at())).as("%s lies inside", problem).isTrue();
      assertThat(problem.message()).isNotEmpty().hasSizeLessThan(4_000);
    }
    assertThat(reading.file().isPresent())
        .isEqualTo(reading.problems().stream().noneMatch(Problem::isError));
    assertThat(read(input)).isEqualTo(reading);
  }

  private static RouteFile.Reading read(byte[] input) {
    return RouteFile.read(input, DocumentLimits.DEFAULT);
  }
}
