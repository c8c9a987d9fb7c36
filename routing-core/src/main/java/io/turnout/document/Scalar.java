// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A single value: a text, a number, a boolean or nothing.
 *
 * @param text what stands in the file, without quotes and with escapes resolved
 * @param kind what YAML 1.1 takes it for; {@link Kind#TEXT} whenever it is quoted
 * @param quoted whether it is in quotes or a block ({@code |}, {@code >})
 * @param at its first character, a quote too
 */
public record Scalar(String text, Kind kind, boolean quoted, Position at) implements Value {

  /** What YAML 1.1 takes a scalar for. */
  public enum Kind {
    /** A text. */
    TEXT("text"),
    /** An integer, also in YAML's binary, octal, hexadecimal and base-60 forms. */
    INTEGER("an integer"),
    /** A number that is no integer. */
    FLOAT("a number"),
    /** A boolean: {@code true}, {@code yes}, {@code on}, {@code false}, {@code no}, {@code off}. */
    BOOLEAN("a boolean"),
    /** Nothing: empty, {@code ~} or {@code null}. */
    NULL("nothing");

    private final String description;

    Kind(String description) {
      this.description = description;
    }
  }

  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
  private static final Set<String> BOOLEANS =
      Set.of(
          "yes", "Yes", "YES", "no", "No", "NO", "true", "True", "TRUE", "false", "False", "FALSE",
          "on", "On", "ON", "off", "Off", "OFF");
  private static final String NUMBER_BEGINS = "0123456789-+.";
  private static final String NUMBER_ENDS = "0123456789._abcdefABCDEFnN";
  private static final Pattern INTEGER =
      Pattern.compile("[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*)");
  private static final Pattern FLOAT =
      Pattern.compile(
          "[-+]?(?:[0-9][0-9_]*\\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[0-9][0-9_]*[eE][-+]?[0-9]+"
              + "|\\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?|\\.(?:inf|Inf|INF))"
              + "|\\.(?:nan|NaN|NAN)");
  private static final Pattern BASE_60 =
      Pattern.compile("[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(\\.[0-9_]*)?");
  private static final int LONGEST_BASE_60_CHARS = 64;

  static Scalar plain(String text, Position at) {
    return new Scalar(text, kindOf(text), false, at);
  }

  static Scalar quoted(String text, Position at) {
    return new Scalar(text, Kind.TEXT, true, at);
  }

  private static Kind kindOf(String text) {
    if (text.length() <= 5) {
      if (NULLS.contains(text)) {
        return Kind.NULL;
      }
      if (BOOLEANS.contains(text)) {
        return Kind.BOOLEAN;
      }
    }
    if (NUMBER_BEGINS.indexOf(text.charAt(0)) >= 0
        && NUMBER_ENDS.indexOf(text.charAt(text.length() - 1)) >= 0) {
      if (INTEGER.matcher(text).matches()) {
        return Kind.INTEGER;
      }
      if (FLOAT.matcher(text).matches()) {
        return Kind.FLOAT;
      }
      if (text.length() <= LONGEST_BASE_60_CHARS && text.indexOf(':') > 0) {
        Matcher base60 = BASE_60.matcher(text);
        if (base60.matches()) {
          return base60.group(1) == null ? Kind.INTEGER : Kind.FLOAT;
        }
      }
    }
    return Kind.TEXT;
  }

  /** Whether nothing stands there. */
  public boolean isNull() {
    return kind == Kind.NULL;
  }

  @Override
  public String description() {
    return kind.description;
  }
}
