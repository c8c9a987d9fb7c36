// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression that is nothing but runs of ASCII characters one after the other, such as
 * {@code b-[0-9]{5,9}}: what most rules want of a value. It is matched in one pass that allocates
 * nothing.
 *
 * <p>A run of open length takes all that it can. That is right only because whatever may follow it
 * begins with a character that it does not take; an expression for which this does not hold is none
 * of these.
 */
final class RegexRuns {

  private final Run[] runs;

  /**
   * Some characters of one set, one after the other.
   *
   * @param low the characters below 64, one bit each
   * @param high those from 64 to 127
   */
  private record Run(long low, long high, int least, int most) {

    boolean takes(char c) {
      return c < 64 ? (low >>> c & 1) != 0 : c < 128 && (high >>> (c - 64) & 1) != 0;
    }

    boolean overlaps(Run other) {
      return ((low & other.low) | (high & other.high)) != 0;
    }

    /** Where it ends that begins at a position; -1 if it is too short there. */
    int end(String text, int from) {
      int to = most >= text.length() - from ? text.length() : from + most;
      int at = from;
      while (at < to && takes(text.charAt(at))) {
        at++;
      }
      return at - from < least ? -1 : at;
    }
  }

  private RegexRuns(List<Run> runs) {
    this.runs = runs.toArray(Run[]::new);
  }

  /** The runs of an expression in RE2's syntax; null if it is more than that. */
  static @Nullable RegexRuns of(String regex) {
    List<Run> runs = new Reader(regex).read();
    return runs == null || !isDecidedAtOnce(runs) ? null : new RegexRuns(runs);
  }

  /** Whether the whole text is these runs. */
  boolean matches(String text) {
    int at = 0;
    for (Run run : runs) {
      at = run.end(text, at);
      if (at < 0) {
        return false;
      }
    }
    return at == text.length();
  }

  private static boolean isDecidedAtOnce(List<Run> runs) {
    for (int i = 0; i < runs.size(); i++) {
      boolean open = runs.get(i).least < runs.get(i).most;
      for (int next = i + 1; open && next < runs.size(); next++) {
        if (runs.get(i).overlaps(runs.get(next))) {
          return false;
        }
        open = runs.get(next).least == 0;
      }
    }
    return true;
  }

  /** Reads what is plain in an expression, and gives up at anything else. */
  private static final class Reader {

    private static final String OPERATORS = "\\^$.|?*+()[]{}";
    private static final int MOST_DIGITS = 4;

    private final String regex;
    private final int end;
    private int at;
    private long low;
    private long high;

    Reader(String regex) {
      this.regex = regex;
      boolean anchored = regex.endsWith("$") && !regex.endsWith("\\$");
      end = anchored ? regex.length() - 1 : regex.length();
      at = regex.startsWith("^") ? 1 : 0;
    }

    @Nullable List<Run> read() {
      List<Run> runs = new ArrayList<>();
      while (at < end) {
        low = 0;
        high = 0;
        Run run = set() ? counted() : null;
        if (run == null) {
          return null;
        }
        runs.add(run);
      }
      return runs;
    }

    private boolean set() {
      char c = regex.charAt(at++);
      if (c == '[') {
        return characters();
      }
      if (c == '\\' && at < end) {
        char escaped = regex.charAt(at++);
        return escaped == 'd' ? add('0', '9') : OPERATORS.indexOf(escaped) >= 0 && add(escaped);
      }
      return OPERATORS.indexOf(c) < 0 && add(c);
    }

    /** What stands between brackets; a hyphen stands for itself first and last only. */
    private boolean characters() {
      int begin = at;
      while (at < end && regex.charAt(at) != ']') {
        char first = regex.charAt(at++);
        if (first == '[' || first == '\\' || first == '^' && at == begin + 1) {
          return false;
        }
        boolean edge = at == begin + 1 || at < end && regex.charAt(at) == ']';
        if (first == '-' && !edge) {
          return false;
        }
        boolean range = at + 1 < end && regex.charAt(at) == '-' && regex.charAt(at + 1) != ']';
        char last = range ? regex.charAt(at + 1) : first;
        at += range ? 2 : 0;
        if (last == '\\' || last == '[' || !add(first, last)) {
          return false;
        }
      }
      return at++ < end && at - 1 > begin;
    }

    private boolean add(char c) {
      return add(c, c);
    }

    private boolean add(char first, char last) {
      if (first > last || last >= 128) {
        return false;
      }
      for (char c = first; c <= last; c++) {
        if (c < 64) {
          low |= 1L << c;
        } else {
          high |= 1L << (c - 64);
        }
      }
      return true;
    }

    private @Nullable Run counted() {
      Run run =
          switch (at < end ? regex.charAt(at) : ' ') {
            case '?' -> run(1, 0, 1);
            case '*' -> run(1, 0, Integer.MAX_VALUE);
            case '+' -> run(1, 1, Integer.MAX_VALUE);
            case '{' -> repeated();
            default -> run(0, 1, 1);
          };
      boolean counted = at < end && "?*+{".indexOf(regex.charAt(at)) >= 0;
      return counted ? null : run;
    }

    private Run run(int length, int least, int most) {
      at += length;
      return new Run(low, high, least, most);
    }

    /** <code>{5}</code>, <code>{5,}</code> or <code>{5,9}</code>. */
    private @Nullable Run repeated() {
      at++;
      int least = number();
      int most = least;
      if (at < end && regex.charAt(at) == ',') {
        at++;
        boolean open = at < end && regex.charAt(at) == '}';
        most = open ? Integer.MAX_VALUE : number();
      }
      boolean closed = at < end && regex.charAt(at) == '}';
      return closed && least >= 0 && most >= least ? run(1, least, most) : null;
    }

    /** The number that comes next; -1 if there is none. */
    private int number() {
      int number = -1;
      for (int digits = 0; at < end && digits < MOST_DIGITS; digits++, at++) {
        char c = regex.charAt(at);
        if (c < '0' || c > '9') {
          break;
        }
        number = Math.max(number, 0) * 10 + c - '0';
      }
      return number;
    }
  }
}
