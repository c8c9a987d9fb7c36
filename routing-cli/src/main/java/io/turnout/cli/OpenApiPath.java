// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Turns paths of an OpenAPI document into templates of rules. */
final class OpenApiPath {

  private OpenApiPath() {}

  /**
   * The template that fits the same paths: parameters become captures. Several parameters of one
   * segment become one capture with all text between them, so that the template fits more.
   *
   * @throws IllegalArgumentException if a segment has a character that no template can have
   */
  static String template(String path) {
    List<String> segments = new ArrayList<>();
    for (String segment : path.substring(1).split("/", -1)) {
      segments.add(segment(segment, segments.size()));
    }
    return segments.stream().collect(Collectors.joining("/", "/", ""));
  }

  private static String segment(String segment, int number) {
    int open = segment.indexOf('{');
    int close = segment.lastIndexOf('}');
    if (open < 0 || close < open) {
      return literal(segment);
    }
    return literal(segment.substring(0, open))
        + "{p"
        + number
        + "}"
        + literal(segment.substring(close + 1));
  }

  private static String literal(String text) {
    String decoded = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    if (decoded.matches(".*[{}*].*")) {
      throw new IllegalArgumentException(
          "no path template can have the text \"" + decoded + "\" of the path");
    }
    return decoded;
  }
}
