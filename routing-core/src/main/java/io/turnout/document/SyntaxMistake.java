// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Puts what the YAML parser stumbled over into words, with the cure where it is a common one. */
final class SyntaxMistake {

  private static final String PREFIX = "this is not YAML: ";
  private static final String TAB_NAME = "'\\t(TAB)'";

  private SyntaxMistake() {}

  static Problem of(MarkedYAMLException failure, String text) {
    Mark began = failure.getContextMark();
    Mark mark = failure.getProblemMark() == null ? began : failure.getProblemMark();
    if (mark == null) {
      return Problem.error(Position.START, ProblemCode.YAML, PREFIX + failure.getProblem());
    }
    String said = String.valueOf(failure.getProblem()).replaceFirst("[.] [(]Do not use .*", "");
    StringBuilder message = new StringBuilder(PREFIX);
    if (failure.getContext() != null) {
      message.append(failure.getContext());
      if (began != null && began.getIndex() != mark.getIndex()) {
        message.append(" that begins at ").append(position(began));
      }
      message.append(", ");
    }
    message.append(said.replace("character " + TAB_NAME, "a tab"));
    String cure = cure(said, new Around(text, mark));
    if (cure != null) {
      message.append("; ").append(cure);
    }
    return Problem.error(position(mark), ProblemCode.YAML, message.toString());
  }

  static Position position(Mark mark) {
    return new Position(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static @Nullable String cure(String said, Around around) {
    if (said.startsWith("expected ',' or")) {
      if (around.here() == '{' && around.isInWord()) {
        return "inside { } or [ ] a template with braces must be quoted" + around.quotedTemplate();
      }
      boolean closed = around.before() == '}' || around.before() == ']';
      return closed ? "a text that begins with { or [ must be quoted" : null;
    }
    if (said.contains(TAB_NAME)) {
      return "YAML is indented with spaces";
    }
    if (said.contains("that cannot start any token")) {
      return "a text that begins with " + around.here() + " must be quoted";
    }
    if (said.startsWith("unexpected character found")) {
      return "a text that begins with * or & must be quoted";
    }
    if (said.startsWith("found unknown escape character")) {
      return "in double quotes a backslash begins an escape, in single quotes it is itself";
    }
    if (said.startsWith("expected <block end>")) {
      return "the keys of one mapping begin in one column, and so do the entries of one list, each"
          + " with a dash and a space";
    }
    if (said.startsWith("mapping values are not allowed")) {
      return "a text that holds a colon and a space must be quoted, and the keys of one mapping"
          + " begin in one column";
    }
    return said.startsWith("could not find expected ':'")
        ? "a key is followed by a colon and a space"
        : null;
  }

  /** The text around a mark. */
  private static final class Around {
    private static final int LONGEST_WORD_CHARS = 200;
    private final String text;
    private final int index;

    Around(String text, Mark mark) {
      this.text = text;
      this.index = text.offsetByCodePoints(0, Math.min(mark.getIndex(), codePoints(text)));
    }

    private static int codePoints(String text) {
      return text.codePointCount(0, text.length());
    }

    char here() {
      return index < text.length() ? text.charAt(index) : ' ';
    }

    char before() {
      return index > 0 ? text.charAt(index - 1) : ' ';
    }

    boolean isInWord() {
      return " \t\r\n,[{:".indexOf(before()) < 0;
    }

    /** The path template around the mark as it should be written; nothing if it is another text. */
    String quotedTemplate() {
      int from = index;
      while (from > 0
          && " \t\r\n,[{".indexOf(text.charAt(from - 1)) < 0
          && index - from < LONGEST_WORD_CHARS) {
        from--;
      }
      int to = index;
      int open = 0;
      while (to < text.length() && to - index < LONGEST_WORD_CHARS) {
        char c = text.charAt(to);
        open += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (open < 0 || open == 0 && " \t,]".indexOf(c) >= 0 || c == '\r' || c == '\n') {
          break;
        }
        to++;
      }
      return text.charAt(from) == '/' ? ": " + Shown.text(text.substring(from, to)) : "";
    }
  }
}
