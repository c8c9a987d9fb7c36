// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.document.Position;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FileStateTest {

  private static List<String> told(int mistakes) {
    List<Problem> problems =
        IntStream.rangeClosed(1, mistakes)
            .mapToObj(line -> Problem.error(new Position(line, 1), ProblemCode.UNKNOWN_KEY, "no"))
            .toList();
    return FileState.told(Path.of("rules.yaml"), problems);
  }

  @Test
  void mistakes_areToldUpToALimit_andThenCounted() {
    assertThat(told(2)).containsExactly("rules.yaml:1:1: no", "rules.yaml:2:1: no");
    assertThat(told(1_000)).hasSize(1_000).last().isEqualTo("rules.yaml:1000:1: no");
    assertThat(told(1_001)).hasSize(1_001).last().isEqualTo("rules.yaml has 1 more mistakes");
  }
}
