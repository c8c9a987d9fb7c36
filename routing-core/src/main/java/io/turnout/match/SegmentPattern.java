// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import org.jspecify.annotations.Nullable;

/**
 * One segment of a path template: literal text, or one capture with literal text around it.
 *
 * @param literal whether {@code prefix} is the whole segment
 * @param prefix the literal text before the capture
 * @param suffix the literal text after it
 * @param name the capture's name; null for a literal and for {@code *}
 * @param regex what the captured text must be as a whole; null for anything
 */
record SegmentPattern(
    boolean literal,
    String prefix,
    String suffix,
    @Nullable String name,
    @Nullable WholeRegex regex) {

  static SegmentPattern literal(String text) {
    return new SegmentPattern(true, text, "", null, null);
  }

  static SegmentPattern any() {
    return new SegmentPattern(false, "", "", null, null);
  }

  boolean fits(String text, int from, int to) {
    if (literal) {
      return to - from == prefix.length() && text.startsWith(prefix, from);
    }
    return hasRoom(from, to)
        && text.startsWith(prefix, from)
        && text.startsWith(suffix, to - suffix.length())
        && (regex == null || regex.matches(captured(text, from, to)));
  }

  /** Whether a segment between two positions leaves at least one character to capture. */
  boolean hasRoom(int from, int to) {
    return to - from > prefix.length() + suffix.length();
  }

  String captured(String text, int from, int to) {
    return text.substring(from + prefix.length(), to - suffix.length());
  }
}
