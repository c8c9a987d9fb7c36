// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.RequestTarget;
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
public record SegmentPattern(
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

  /** Whether it fits a decoded segment. */
  public boolean fits(String segment) {
    return literal ? segment.equals(prefix) : holdsCapture(segment, 0, segment.length());
  }

  /** Where the segment that begins at a position ends, if this fits it; else -1. */
  int end(RequestTarget target, int start) {
    String text = target.text();
    if (literal) {
      int end = start + prefix.length();
      return target.isSegmentEnd(end) && text.startsWith(prefix, start) ? end : -1;
    }
    int end = target.segmentEnd(start);
    return holdsCapture(text, start, end) ? end : -1;
  }

  private boolean holdsCapture(String text, int from, int to) {
    return hasRoom(from, to)
        && text.startsWith(prefix, from)
        && text.startsWith(suffix, to - suffix.length())
        && (regex == null || regex.matches(captured(text, from, to)));
  }

  /** Whether a segment between two positions leaves at least one character to capture. */
  private boolean hasRoom(int from, int to) {
    return to - from > prefix.length() + suffix.length();
  }

  String captured(String text, int from, int to) {
    return text.substring(from + prefix.length(), to - suffix.length());
  }
}
