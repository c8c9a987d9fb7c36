// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * A path template taken apart, to compare it with others.
 *
 * @param segments what stands between the slashes, without the {@code **} at the end
 * @param rest whether it ends in {@code **}
 */
record Template(List<String> segments, boolean rest) {

  /** Takes apart a template that the matcher accepts. */
  static Template of(String text) {
    List<String> segments = new ArrayList<>();
    int depth = 0;
    int from = 1;
    for (int i = 1; i <= text.length(); i++) {
      char c = i == text.length() ? '/' : text.charAt(i);
      if (c == '{') {
        depth++;
      } else if (c == '}') {
        depth--;
      } else if (c == '/' && (depth == 0 || i == text.length())) {
        segments.add(text.substring(from, i));
        from = i + 1;
      }
    }
    boolean rest = segments.get(segments.size() - 1).equals("**");
    return new Template(
        List.copyOf(rest ? segments.subList(0, segments.size() - 1) : segments), rest);
  }

  /**
   * Whether every path that fits {@code other} is known to fit this; false does not mean that one
   * does not.
   */
  boolean covers(Template other) {
    boolean lengths =
        rest
            ? other.segments.size() >= segments.size()
            : !other.rest && other.segments.size() == segments.size();
    if (!lengths) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      if (!covers(segments.get(i), other.segments.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean covers(String segment, String other) {
    return segment.equals(other) || takesAnySegment(segment) && !other.isEmpty();
  }

  /** A capture without a regular expression and without text around it, or {@code *}. */
  private static boolean takesAnySegment(String segment) {
    return segment.equals("*")
        || segment.startsWith("{")
            && segment.indexOf('}') == segment.length() - 1
            && segment.indexOf(':') < 0;
  }

  /** Whether a segment is text without a capture. */
  static boolean isLiteral(String segment) {
    return segment.indexOf('{') < 0 && !segment.equals("*");
  }
}
