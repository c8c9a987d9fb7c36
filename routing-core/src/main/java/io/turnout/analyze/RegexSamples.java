// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes texts that a regular expression may match, short ones first. Whoever takes one tries it: of
 * an expression that this cannot read there are none, and what it makes can be wrong.
 */
final class RegexSamples {

  /** The most texts that are made of an expression or of a part of it. */
  private static final int MOST_SAMPLES = 8;

  /** The most that a part is repeated. */
  private static final int MOST_REPEATS = 300;

  /** The deepest nesting that is read. */
  private static final int MOST_DEPTH = 50;

  /** Characters from which those of a class are taken, the plainest first. */
  private static final String CHARACTERS =
      "1a0bAxBcdefghijklmnopqrstuvwyzCDEFGHIJKLMNOPQRSTUVWXYZ23456789-_.~@:/ !#$%&'()*+,;<=>?[]^`{|}"
          + "\"\\\t\n";

  private static final List<String> EMPTY = List.of("");

  /** Thrown where an expression cannot be read. */
  private static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unreadable() {
      super("not read", null, false, false);
    }
  }

  private final String regex;
  private final @Nullable String inner;
  private int at;
  private int depth;
  private boolean filled;

  private RegexSamples(String regex, @Nullable String inner) {
    this.regex = regex;
    this.inner = inner;
  }

  /** Texts that the expression may match as a whole. */
  static List<String> of(String regex) {
    return new RegexSamples(regex, null).read();
  }

  /** Texts that it may match with its first group being {@code inner}. */
  static List<String> around(String regex, String inner) {
    return new RegexSamples(regex, inner).read();
  }

  private List<String> read() {
    try {
      List<String> samples = alternatives();
      return at == regex.length() ? samples : List.of();
    } catch (Unreadable e) {
      return List.of();
    }
  }

  private List<String> alternatives() {
    if (++depth > MOST_DEPTH) {
      throw new Unreadable();
    }
    Set<String> all = new LinkedHashSet<>(sequence());
    while (at < regex.length() && regex.charAt(at) == '|') {
      at++;
      all.addAll(sequence());
    }
    depth--;
    return some(all);
  }

  private List<String> sequence() {
    List<String> texts = EMPTY;
    while (at < regex.length() && regex.charAt(at) != '|' && regex.charAt(at) != ')') {
      texts = product(texts, repeated(atom()));
    }
    return texts;
  }

  private static List<String> product(List<String> heads, List<String> tails) {
    Set<String> all = new LinkedHashSet<>();
    for (int sum = 0; sum < heads.size() + tails.size() - 1; sum++) {
      for (int i = Math.max(0, sum - tails.size() + 1); i <= Math.min(sum, heads.size() - 1); i++) {
        all.add(heads.get(i) + tails.get(sum - i));
      }
      if (all.size() >= MOST_SAMPLES) {
        break;
      }
    }
    return some(all);
  }

  private static List<String> some(Collection<String> texts) {
    return texts.stream().limit(MOST_SAMPLES).toList();
  }

  private List<String> repeated(List<String> once) {
    List<String> texts = once;
    while (at < regex.length() && "?*+{".indexOf(regex.charAt(at)) >= 0) {
      int least = regex.charAt(at) == '+' ? 1 : 0;
      int most = regex.charAt(at) == '?' ? 1 : least + 1;
      if (regex.charAt(at++) == '{') {
        int close = regex.indexOf('}', at);
        String[] bounds = close < 0 ? new String[0] : regex.substring(at, close).split(",", -1);
        least = number(bounds, 0);
        most = bounds.length == 1 ? least : bounds[1].isEmpty() ? least + 1 : number(bounds, 1);
        at = close + 1;
      }
      texts = times(texts, least, Math.max(least, Math.min(most, least + 1)));
      if (at < regex.length() && regex.charAt(at) == '?') {
        at++;
      }
    }
    return texts;
  }

  private static int number(String[] bounds, int index) {
    try {
      int number = index < bounds.length ? Integer.parseInt(bounds[index]) : -1;
      if (number >= 0 && number <= MOST_REPEATS) {
        return number;
      }
      throw new Unreadable();
    } catch (NumberFormatException e) {
      throw new Unreadable();
    }
  }

  private static List<String> times(List<String> once, int least, int most) {
    Set<String> all = new LinkedHashSet<>();
    for (int count = least; count <= most; count++) {
      for (String text : once) {
        all.add(text.repeat(count));
      }
    }
    return some(all);
  }

  private List<String> atom() {
    char c = regex.charAt(at++);
    return switch (c) {
      case '^', '$' -> EMPTY;
      case '.' -> List.of("x", "1");
      case '(' -> group();
      case '[' -> characters();
      case '\\' -> escaped();
      default -> List.of(String.valueOf(c));
    };
  }

  private List<String> group() {
    boolean captures = true;
    if (regex.startsWith("?", at)) {
      boolean named = regex.startsWith("?P<", at) || regex.startsWith("?<", at);
      int end = regex.indexOf(named ? '>' : ':', at);
      int close = regex.indexOf(')', at);
      if (!named && close >= 0 && (end < 0 || close < end)) {
        at = close + 1;
        return EMPTY;
      }
      if (end < 0) {
        throw new Unreadable();
      }
      captures = named;
      at = end + 1;
    }
    boolean fills = captures && inner != null && !filled;
    filled |= fills;
    List<String> texts = alternatives();
    if (at >= regex.length()) {
      throw new Unreadable();
    }
    at++;
    return fills && inner != null ? List.of(inner) : texts;
  }

  private List<String> escaped() {
    if (at >= regex.length()) {
      throw new Unreadable();
    }
    char c = regex.charAt(at++);
    return switch (c) {
      case 'b', 'B', 'A', 'z' -> EMPTY;
      case 'd' -> List.of("1", "0");
      case 'w' -> List.of("a", "1");
      case 's' -> List.of(" ");
      case 'D', 'W', 'S' -> List.of("-", "x");
      case 't' -> List.of("\t");
      default -> {
        if (Character.isLetterOrDigit(c)) {
          throw new Unreadable();
        }
        yield List.of(String.valueOf(c));
      }
    };
  }

  /** Characters of the class that begins here. */
  private List<String> characters() {
    boolean negated = regex.startsWith("^", at);
    at += negated ? 1 : 0;
    StringBuilder ranges = new StringBuilder();
    int begin = at;
    while (at < regex.length() && (regex.charAt(at) != ']' || at == begin)) {
      range(ranges);
    }
    if (at >= regex.length()) {
      throw new Unreadable();
    }
    at++;
    List<String> found = new ArrayList<>();
    for (int i = 0; i < CHARACTERS.length() && found.size() < MOST_SAMPLES / 2; i++) {
      if (isIn(ranges, CHARACTERS.charAt(i)) != negated) {
        found.add(CHARACTERS.substring(i, i + 1));
      }
    }
    if (found.isEmpty() && !negated && !ranges.isEmpty()) {
      found.add(ranges.substring(0, 1));
    }
    return found;
  }

  /**
   * Adds the first and the last character of each range that the next piece of a class stands for.
   */
  private void range(StringBuilder ranges) {
    char c = regex.charAt(at++);
    if (c == '[' && regex.startsWith(":", at)) {
      throw new Unreadable();
    }
    if (c == '\\' && at < regex.length()) {
      c = regex.charAt(at++);
      String known = c == 'd' ? "09" : c == 'w' ? "09AZaz__" : c == 's' ? "  \t\n" : "";
      if (known.isEmpty() && Character.isLetterOrDigit(c)) {
        throw new Unreadable();
      }
      if (!known.isEmpty()) {
        ranges.append(known);
        return;
      }
    }
    boolean isRange =
        at + 1 < regex.length() && regex.charAt(at) == '-' && regex.charAt(at + 1) != ']';
    char last = isRange ? regex.charAt(at + 1) : c;
    at += isRange ? 2 : 0;
    ranges.append(c).append(last);
  }

  private static boolean isIn(StringBuilder ranges, char c) {
    for (int i = 0; i < ranges.length(); i += 2) {
      if (c >= ranges.charAt(i) && c <= ranges.charAt(i + 1)) {
        return true;
      }
    }
    return false;
  }
}
