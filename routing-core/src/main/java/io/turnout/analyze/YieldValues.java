// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.extract.SourcePlace;
import io.turnout.extract.TokenPlace;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** What to put where a source looks, so that it finds a text. */
final class YieldValues {

  private YieldValues() {}

  /** Values of the source's dimension, the plainest first; of a capture, what it captures. */
  static List<String> of(Yield yield) {
    SourcePlace place = yield.source().place();
    return yield.texts().stream().map(text -> at(place, text)).toList();
  }

  private static String at(SourcePlace place, String text) {
    return switch (place.kind()) {
      case HEADER, PATH, QUERY -> text;
      case COOKIE -> place.name() + '=' + text;
      case CLAIM -> token(place, text);
      case JSON -> json(place.name(), text, true);
      case FORM -> Draft.encoded(place.name(), "") + '=' + Draft.encoded(text, "");
    };
  }

  /** A token that nobody signed, which is all that a source asks that does not verify it. */
  private static String token(SourcePlace place, String text) {
    String claim = place.name().startsWith("/") ? place.name() : '/' + escaped(place.name());
    String unsigned = part("{\"alg\":\"none\"}") + '.' + part(json(claim, text, false)) + '.';
    TokenPlace token = place.token();
    if (token == null) {
      return unsigned;
    }
    String scheme = token.scheme() == null ? "" : token.scheme() + ' ';
    return (token.kind() == TokenPlace.Kind.COOKIE ? token.name() + '=' : scheme) + unsigned;
  }

  private static String part(String json) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  /** A document that holds a text at a pointer; a star or an index stands for an array. */
  private static String json(String pointer, String text, boolean stars) {
    StringBuilder before = new StringBuilder();
    StringBuilder after = new StringBuilder();
    for (String segment : pointer.substring(1).split("/", -1)) {
      if (segment.equals("*") && stars || isSmallIndex(segment)) {
        before
            .append('[')
            .append("null,".repeat(stars && segment.equals("*") ? 0 : segment.charAt(0) - '0'));
        after.insert(0, ']');
      } else {
        String name = segment.replace("~1", "/").replace("~0", "~");
        before.append('{').append(quoted(name)).append(':');
        after.insert(0, '}');
      }
    }
    return before + quoted(text) + after;
  }

  private static boolean isSmallIndex(String segment) {
    return segment.length() == 1 && segment.charAt(0) >= '0' && segment.charAt(0) <= '9';
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder().append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (Character.isISOControl(c)) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
