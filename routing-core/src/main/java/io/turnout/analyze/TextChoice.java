// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.match.Condition;
import io.turnout.match.HeaderFits;
import io.turnout.match.QueryFits;
import io.turnout.match.TextTest;
import io.turnout.match.TextTests;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the values of one header field or one parameter.
 *
 * <p>One value is tried for all tests, then one for each. The values tried for some tests are, with
 * P the longest text that it must begin with, S the longest that it must end with, C those that it
 * must contain and z a character that no test has: the overlaps of P and S, P·C·S, and P·z·C·z·S.
 * If a value passes the tests and fails others, so does the last of these, since every text that it
 * holds without z stands in that value too.
 */
final class TextChoice {

  private static final List<String> PLAIN = List.of("1", "x", "a");

  private final Dimension dimension;
  private final Effort effort;
  private final List<TextTest> passing = new ArrayList<>();
  private final List<TextTest> failing = new ArrayList<>();
  private final List<Literal.Yields> yields = new ArrayList<>();
  private boolean absent;
  private boolean present;
  private boolean opaque;
  private boolean leftOut;

  /**
   * Sorts what is asked.
   *
   * @param relaxed whether what cannot be reasoned about is left out
   */
  TextChoice(Dimension dimension, List<Literal> literals, boolean relaxed, Effort effort) {
    this.dimension = dimension;
    this.effort = effort;
    for (Literal literal : literals) {
      if (literal instanceof Literal.Holds holds) {
        add(test(holds.condition()), holds.wanted(), relaxed);
      } else if (literal instanceof Literal.Yields asked) {
        opaque = true;
        present |= asked.wanted();
        if (!relaxed) {
          yields.add(asked);
        }
      }
    }
  }

  private static TextTest test(Condition condition) {
    return condition instanceof HeaderFits header ? header.test() : ((QueryFits) condition).test();
  }

  private void add(TextTest test, boolean wanted, boolean relaxed) {
    if (test instanceof TextTests.Present asked) {
      absent |= asked.present() != wanted;
      present |= asked.present() == wanted;
      return;
    }
    present |= wanted;
    boolean regex = test instanceof TextTests.Regex;
    opaque |= regex;
    (wanted ? passing : failing).add(test);
    leftOut |= regex && relaxed;
  }

  /** Whether something was asked that cannot be reasoned about. */
  boolean isOpaque() {
    return opaque;
  }

  /** The values; null if there are none. */
  @Nullable List<String> choose(boolean single) {
    for (TextTest test : passing) {
      if (failing.contains(test)) {
        return null;
      }
    }
    if (absent || !present) {
      return absent && present ? null : checked(List.of());
    }
    List<String> one = one(passing);
    if (one != null || single || passing.size() < 2) {
      return one;
    }
    Set<String> values = new LinkedHashSet<>();
    for (TextTest test : passing) {
      List<String> value = one(List.of(test));
      if (value == null) {
        return null;
      }
      values.addAll(value);
    }
    return checked(List.copyOf(values));
  }

  private @Nullable List<String> one(List<TextTest> tests) {
    boolean guessed = leftOut && tests.stream().noneMatch(TextTests.Equal.class::isInstance);
    for (String value : candidates(tests)) {
      effort.spend(1 + failing.size());
      if (isPossible(value)
          && tests.stream().allMatch(test -> passes(test, value, guessed, true))
          && failing.stream().noneMatch(test -> passes(test, value, guessed, false))) {
        List<String> values = checked(List.of(value));
        if (values != null) {
          return values;
        }
      }
    }
    return null;
  }

  /** Whether the value passes; {@code otherwise} for an expression if the value is one of many. */
  private static boolean passes(TextTest test, String value, boolean guessed, boolean otherwise) {
    return guessed && test instanceof TextTests.Regex ? otherwise : test.passes(value);
  }

  private @Nullable List<String> checked(List<String> values) {
    if (yields.isEmpty()) {
      return values;
    }
    ExampleRequest request = Draft.only(dimension, values);
    return yields.stream().allMatch(asked -> asked.isTrueOf(request)) ? values : null;
  }

  /** Whether a value can come as it is: a field's is trimmed and has no control characters. */
  private boolean isPossible(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (Character.isSurrogate(value.charAt(i)) && !isPair(value, i)) {
        return false;
      }
    }
    if (dimension.kind() != Dimension.Kind.HEADER) {
      return true;
    }
    if (value.chars().anyMatch(c -> c != '\t' && Character.isISOControl(c))) {
      effort.leftOut();
      return false;
    }
    return value.isEmpty()
        || !isBlank(value.charAt(0)) && !isBlank(value.charAt(value.length() - 1));
  }

  private static boolean isPair(String value, int at) {
    char c = value.charAt(at);
    return Character.isHighSurrogate(c)
        ? at + 1 < value.length() && Character.isLowSurrogate(value.charAt(at + 1))
        : at > 0 && Character.isHighSurrogate(value.charAt(at - 1));
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private Set<String> candidates(List<TextTest> tests) {
    String prefix = "";
    String suffix = "";
    StringBuilder middle = new StringBuilder();
    List<String> texts = new ArrayList<>();
    Set<String> candidates = new LinkedHashSet<>();
    for (TextTest test : tests) {
      if (test instanceof TextTests.Equal equal) {
        return Set.of(equal.text());
      } else if (test instanceof TextTests.Prefix asked
          && asked.text().length() > prefix.length()) {
        prefix = asked.text();
      } else if (test instanceof TextTests.Suffix asked
          && asked.text().length() > suffix.length()) {
        suffix = asked.text();
      } else if (test instanceof TextTests.Contains asked) {
        middle.append('\0').append(asked.text());
      } else if (test instanceof TextTests.Regex asked && !leftOut) {
        candidates.addAll(RegexSamples.of(asked.regex().toString()));
      }
    }
    passing.forEach(test -> texts.add(text(test)));
    failing.forEach(test -> texts.add(text(test)));
    String fresh = FreshText.not(texts);
    String contained = middle.toString();
    for (Literal.Yields asked : yields) {
      if (asked.wanted()) {
        candidates.addAll(YieldValues.of(asked.yield()));
      }
    }
    for (String whole : List.copyOf(candidates)) {
      for (String begun : overlaps(prefix, whole)) {
        candidates.addAll(overlaps(begun, suffix));
      }
    }
    if (contained.isEmpty()) {
      candidates.addAll(overlaps(prefix, suffix));
    }
    candidates.add(prefix + contained.replace("\0", "") + suffix);
    for (String plain : PLAIN) {
      candidates.add(prefix + contained.replace("\0", "") + plain + suffix);
    }
    candidates.add(prefix + contained.replace("\0", fresh) + fresh + suffix);
    return candidates;
  }

  private static String text(TextTest test) {
    if (test instanceof TextTests.Equal equal) {
      return equal.text();
    }
    if (test instanceof TextTests.Prefix prefix) {
      return prefix.text();
    }
    if (test instanceof TextTests.Suffix suffix) {
      return suffix.text();
    }
    return test instanceof TextTests.Contains contains ? contains.text() : "";
  }

  /** Texts that begin with one text and end with another and have nothing else, shortest first. */
  static List<String> overlaps(String prefix, String suffix) {
    List<String> found = new ArrayList<>();
    for (int shared = Math.min(prefix.length(), suffix.length()); shared >= 0; shared--) {
      if (prefix.endsWith(suffix.substring(0, shared))) {
        found.add(prefix + suffix.substring(shared));
      }
    }
    return found;
  }
}
