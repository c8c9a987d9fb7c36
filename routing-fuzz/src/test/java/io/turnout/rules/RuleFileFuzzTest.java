// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.turnout.document.Position;
import io.turnout.document.Problem;
import io.turnout.fuzz.Lines;
import io.turnout.fuzz.Mutations;
import io.turnout.naive.Allocation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Any bytes are a rule file, or have mistakes that lie inside them. */
class RuleFileFuzzTest {

  /** Compiled expressions take most of it: their atoms are limited, but a few bytes hold many. */
  private static final long MAX_BYTES = 640L << 20;

  private static final byte[] COMMENT = "# comment\n".getBytes(StandardCharsets.UTF_8);
  private static final byte BYTE_ORDER_MARK = (byte) 0xef;

  /** What became of a content: a version, or mistakes. */
  private record Read(@Nullable RuleSet rules, List<Problem> problems) {

    static Read of(byte[] content) {
      try {
        RuleSet rules = RuleSet.parse(content, "rules", around());
        return new Read(rules, rules.warnings());
      } catch (InvalidRulesException e) {
        assertThat(e.problems()).anyMatch(Problem::isError);
        return new Read(null, e.problems());
      }
    }

    /** The mistakes, after {@code lines} more lines. */
    List<String> movedBy(int lines) {
      return problems.stream()
          .map(problem -> moved(problem.at(), lines) + " " + problem.code())
          .toList();
    }

    private static Position moved(Position at, int lines) {
      return new Position(at.line() + lines, at.column());
    }
  }

  @FuzzTest
  @DictionaryFile(resourcePath = "RuleFile.dict")
  void bytes(byte[] input) {
    check(input);
  }

  @Test
  void changedInputs_areReadOrRefused() {
    Mutations.of(getClass(), 300, RuleFileFuzzTest::check);
  }

  /** No key files, and a secret of every name. */
  private static Surroundings around() {
    return Surroundings.once(
        Path.of("no-such-folder"), Keys.of(name -> Optional.of("s".repeat(64))));
  }

  private static void check(byte[] input) {
    Allocation.within(MAX_BYTES, () -> Read.of(input));
    Read read = Read.of(input);
    Lines lines = Lines.of(input);
    for (Problem problem : read.problems()) {
      assertThat(lines.hold(problem.at())).as("%s lies inside", problem).isTrue();
      assertThat(problem.message()).isNotEmpty().hasSizeLessThan(4_000);
    }
    if (read.rules() != null) {
      assertThat(read.rules().version()).matches("[0-9a-f]{64}");
    }
    commentInFront_changesNothing(input, read);
  }

  private static void commentInFront_changesNothing(byte[] input, Read read) {
    if (input.length > 0 && input[0] == BYTE_ORDER_MARK) {
      return;
    }
    byte[] commented = new byte[COMMENT.length + input.length];
    System.arraycopy(COMMENT, 0, commented, 0, COMMENT.length);
    System.arraycopy(input, 0, commented, COMMENT.length, input.length);
    Read again = Read.of(commented);
    if (read.problems().stream().noneMatch(problem -> problem.at().equals(Position.START))) {
      assertThat(again.movedBy(0)).isEqualTo(read.movedBy(1));
    }
    assertThat(again.rules() == null).isEqualTo(read.rules() == null);
    if (read.rules() != null && again.rules() != null) {
      assertThat(again.rules().version()).isEqualTo(read.rules().version());
    }
  }
}
