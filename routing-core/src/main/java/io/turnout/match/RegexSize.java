// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Estimates how large a regular expression becomes when its counted repetitions are written out,
 * which is what compiling does: <code>((a{1000}){1000}){1000}</code> would fill any memory.
 *
 * <p>An atom counts one. Where the expression is no RE2, any number will do: compiling refuses it.
 */
final class RegexSize {

  private final String regex;
  private final long most;
  private final Deque<Level> open = new ArrayDeque<>();
  private Level level = new Level();
  private int at;

  /** What has been counted inside one pair of parentheses. */
  private static final class Level {
    private long total;
    private long last;

    void add(long size) {
      last = size;
      total += size;
    }

    void repeat(long times) {
      total += last * (times - 1);
      last *= times;
    }
  }

  private RegexSize(String regex, long most) {
    this.regex = regex;
    this.most = most;
  }

  /** The number of atoms, or {@code most} + 1 where there are more than that. */
  static int of(String regex, int most) {
    return new RegexSize(regex, most).count();
  }

  private int count() {
    while (at < regex.length()) {
      step(regex.charAt(at));
      if (level.total > most) {
        return (int) most + 1;
      }
    }
    return (int) level.total;
  }

  private void step(char c) {
    at++;
    switch (c) {
      case '\\' -> escape();
      case '[' -> {
        skipClass();
        level.add(1);
      }
      case '(' -> {
        open.push(level);
        level = new Level();
      }
      case ')' -> {
        long size = Math.max(1, level.total);
        level = open.isEmpty() ? new Level() : open.pop();
        level.add(size);
      }
      case '{' -> repeat();
      default -> level.add(1);
    }
  }

  /** Reads what follows a backslash: a quoted text, or one escape. */
  private void escape() {
    if (regex.startsWith("Q", at)) {
      quoted();
    } else {
      skipEscape();
      level.add(1);
    }
  }

  /** Moves behind what stands between {@code \Q} and {@code \E}, which is text. */
  private void quoted() {
    int from = at + 1;
    int end = regex.indexOf("\\E", from);
    int to = end < 0 ? regex.length() : end;
    for (int i = from; i < to; i++) {
      level.add(1);
    }
    at = end < 0 ? to : end + 2;
  }

  /** Moves behind an escape, with its braces if it is one such as <code>\x{2028}</code>. */
  private void skipEscape() {
    boolean mayHaveBraces = at < regex.length() && "xpP".indexOf(regex.charAt(at)) >= 0;
    at++;
    if (mayHaveBraces && regex.startsWith("{", at) && regex.indexOf('}', at) > 0) {
      at = regex.indexOf('}', at) + 1;
    }
  }

  /** Moves behind the closing bracket; one that stands first is a member of the class. */
  private void skipClass() {
    if (regex.startsWith("^", at)) {
      at++;
    }
    int first = at;
    while (at < regex.length() && (at == first || regex.charAt(at) != ']')) {
      if (regex.startsWith("[:", at) && regex.indexOf(":]", at) > 0) {
        at = regex.indexOf(":]", at) + 1;
      }
      at += regex.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
  }

  /** Reads {@code n}, {@code n,} or {@code n,m} and a brace; a brace with anything else is text. */
  private void repeat() {
    int end = regex.indexOf('}', at);
    String[] bounds = end < 0 ? new String[0] : regex.substring(at, end).split(",", -1);
    long times = 0;
    for (String bound : bounds) {
      if (bound.length() > 4 || !bound.chars().allMatch(c -> c >= '0' && c <= '9')) {
        level.add(1);
        return;
      }
      times = Math.max(times, bound.isEmpty() ? 1 : Integer.parseInt(bound));
    }
    if (times == 0) {
      level.add(1);
      return;
    }
    at = end + 1;
    level.repeat(times);
  }
}
