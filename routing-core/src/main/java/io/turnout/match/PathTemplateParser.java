// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads one path template; its mistakes are told in the words of the rule file. */
final class PathTemplateParser {

  private final String text;
  private final List<SegmentPattern> segments = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  PathTemplateParser(String text) {
    this.text = text;
  }

  PathTemplate parse() {
    if (!text.startsWith("/")) {
      throw mistake("must begin with \"/\"");
    }
    int start = 1;
    while (start <= text.length()) {
      int end = segmentEnd(start);
      String segment = text.substring(start, end);
      if (segment.equals("**")) {
        if (end < text.length()) {
          throw mistake("has \"**\" before its end; \"/**\" can only be the last segment");
        }
        return new PathTemplate(text, segments, true);
      }
      if (segments.size() == PathTemplate.MAX_SEGMENTS) {
        throw mistake("has more than " + PathTemplate.MAX_SEGMENTS + " segments");
      }
      segments.add(segment(segment));
      start = end + 1;
    }
    return new PathTemplate(text, segments, false);
  }

  /** Where the segment ends: at the next slash outside braces. */
  private int segmentEnd(int start) {
    int depth = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '{') {
        depth++;
      } else if (c == '}') {
        depth--;
        if (depth < 0) {
          throw mistake("has a \"}\" without a \"{\"; braces stand around a capture: {name}");
        }
      } else if (c == '/' && depth == 0) {
        return i;
      }
    }
    if (depth > 0) {
      throw mistake("has a \"{\" that is not closed; a capture is written {name} or {name:regex}");
    }
    return text.length();
  }

  private SegmentPattern segment(String segment) {
    if (segment.equals("*")) {
      return SegmentPattern.any();
    }
    int open = segment.indexOf('{');
    if (open < 0) {
      return SegmentPattern.literal(literal(segment, true));
    }
    int close = closing(segment, open);
    String suffix = segment.substring(close + 1);
    if (suffix.indexOf('{') >= 0) {
      throw mistake("has two captures in the segment \"" + segment + "\"; one is the most");
    }
    return capture(
        literal(segment.substring(0, open), false),
        segment.substring(open + 1, close),
        literal(suffix, false));
  }

  private SegmentPattern capture(String prefix, String inner, String suffix) {
    int colon = inner.indexOf(':');
    String name = colon < 0 ? inner : inner.substring(0, colon);
    if (!isName(name)) {
      throw mistake(
          "has a capture named \""
              + name
              + "\"; a name is a letter or \"_\", then letters, digits, \"_\" and \"-\"");
    }
    if (!names.add(name)) {
      throw mistake("captures \"" + name + "\" twice; each name can stand once");
    }
    if (colon < 0) {
      return new SegmentPattern(false, prefix, suffix, name, null);
    }
    String regex = inner.substring(colon + 1);
    if (regex.isEmpty()) {
      throw mistake(
          "has nothing after \"" + name + ":\"; write {" + name + "} or a regex after it");
    }
    try {
      return new SegmentPattern(false, prefix, suffix, name, WholeRegex.compile(regex));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          prefixed("limits a capture wrongly: " + e.getMessage()), e);
    }
  }

  private String literal(String literal, boolean whole) {
    if (literal.indexOf('*') >= 0) {
      throw mistake(
          "has \"*\" beside other text; \"*\" is a whole segment, and {name} captures part of one");
    }
    if (whole && (literal.equals(".") || literal.equals(".."))) {
      throw mistake("has the segment \"" + literal + "\", which no well-formed path has");
    }
    for (int i = 0; i < literal.length(); i++) {
      if (Character.isISOControl(literal.charAt(i))) {
        throw mistake("has a control character, which no well-formed path has");
      }
    }
    return literal;
  }

  private static int closing(String segment, int open) {
    int depth = 0;
    int i = open;
    do {
      char c = segment.charAt(i);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      i++;
    } while (depth > 0);
    return i - 1;
  }

  private static boolean isName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      int letter = c | 0x20;
      boolean first = (letter >= 'a' && letter <= 'z') || c == '_';
      if (!first && (i == 0 || !((c >= '0' && c <= '9') || c == '-'))) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private IllegalArgumentException mistake(String what) {
    return new IllegalArgumentException(prefixed(what));
  }

  private String prefixed(String what) {
    return "the path template \"" + text + "\" " + what;
  }
}
