// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares path templates segment by segment. */
public final class NaiveTemplate {

  private static final Pattern CAPTURE = Pattern.compile("([^{]*)\\{([^:}]+)(?::(.*))?}([^}]*)");

  private NaiveTemplate() {}

  /** The captures, if the path fits. */
  public static Optional<Map<String, String>> fit(String template, List<String> segments) {
    Map<String, String> captures = new HashMap<>();
    return fits(parts(template), segments, captures) ? Optional.of(captures) : Optional.empty();
  }

  private static boolean fits(
      List<String> parts, List<String> segments, Map<String, String> captures) {
    if (parts.isEmpty()) {
      return segments.isEmpty();
    }
    if (parts.equals(List.of("**"))) {
      return true;
    }
    return !segments.isEmpty()
        && fits(parts.get(0), segments.get(0), captures)
        && fits(parts.subList(1, parts.size()), segments.subList(1, segments.size()), captures);
  }

  private static boolean fits(String part, String segment, Map<String, String> captures) {
    if (part.equals("*")) {
      return !segment.isEmpty();
    }
    Matcher capture = CAPTURE.matcher(part);
    if (!capture.matches()) {
      return part.equals(segment);
    }
    String before = capture.group(1);
    String after = capture.group(4);
    if (segment.length() <= before.length() + after.length()
        || !segment.startsWith(before)
        || !segment.endsWith(after)) {
      return false;
    }
    String value = segment.substring(before.length(), segment.length() - after.length());
    captures.put(capture.group(2), value);
    return capture.group(3) == null || value.matches(capture.group(3));
  }

  /** Splits at slashes outside braces. */
  private static List<String> parts(String template) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int braces = 0;
    for (char c : template.substring(1).toCharArray()) {
      braces += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c == '/' && braces == 0) {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString());
    return parts;
  }
}
