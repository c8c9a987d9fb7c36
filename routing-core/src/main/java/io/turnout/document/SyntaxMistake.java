// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Puts what the YAML parser stumbled over into words, with the cure where it is a common one. */
final class SyntaxMistake {

  private SyntaxMistake() {}

  static Problem of(MarkedYAMLException failure, String text) {
    Mark mark =
        failure.getProblemMark() == null ? failure.getContextMark() : failure.getProblemMark();
    Position at = mark == null ? Position.START : position(mark);
    String said = failure.getProblem() == null ? "no reason given" : failure.getProblem();
    String context = failure.getContext();
    String message = "this is not YAML: " + (context == null ? "" : context + ", ") + said;
    return Problem.error(at, ProblemCode.YAML, message.strip() + cure(mark, said, text));
  }

  static Position position(Mark mark) {
    return new Position(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static String cure(@Nullable Mark mark, String said, String text) {
    return "";
  }
}
