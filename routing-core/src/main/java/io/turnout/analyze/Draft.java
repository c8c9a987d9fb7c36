// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An example request in parts. Immutable.
 *
 * <p>A part has several texts: lines of a field, values of a parameter, tags, segments of the path;
 * a path without any is a target without path.
 *
 * @param parts what was chosen; what is missing is as plain as it can be
 * @param names how fields are to be written, where not in lower case
 * @param malformed whether the path is malformed, whatever {@code parts} say
 */
record Draft(
    SortedMap<Dimension, List<String>> parts, Map<Dimension, String> names, boolean malformed) {

  private static final String MALFORMED_PATH = "/%";
  private static final String SOME_HOST = "host.example";
  private static final List<String> ROOT = List.of("");

  /** What stands in a path's segment, and in a query, as it is. */
  private static final String PLAIN = "-._~!$'()*,;:@/";

  Draft {
    parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
    names = Map.copyOf(names);
  }

  /** The request of which nothing but one part is chosen. */
  static ExampleRequest only(Dimension dimension, List<String> texts) {
    SortedMap<Dimension, List<String>> parts = new TreeMap<>();
    parts.put(dimension, texts);
    return new Draft(parts, Map.of(), false).request();
  }

  /** This with another choice for one part; none at all if {@code texts} are its plainest. */
  Draft with(Dimension dimension, List<String> texts) {
    SortedMap<Dimension, List<String>> changed = new TreeMap<>(parts);
    boolean plainest = dimension.equals(Dimension.PATH) ? texts.equals(ROOT) : texts.isEmpty();
    if (plainest) {
      changed.remove(dimension);
    } else {
      changed.put(dimension, texts);
    }
    return new Draft(changed, names, malformed);
  }

  /** The request. */
  ExampleRequest request() {
    List<ExampleRequest.Field> fields = new ArrayList<>();
    StringBuilder query = new StringBuilder();
    parts.forEach(
        (dimension, texts) -> {
          for (String text : texts) {
            switch (dimension.kind()) {
              case QUERY ->
                  query
                      .append(query.isEmpty() ? '?' : '&')
                      .append(encoded(dimension.name(), ""))
                      .append('=')
                      .append(encoded(text, "="));
              case HOST -> fields.add(new ExampleRequest.Field("Host", text));
              case CONTENT_TYPE -> fields.add(new ExampleRequest.Field("Content-Type", text));
              case HEADER -> fields.add(new ExampleRequest.Field(name(dimension), text));
              default -> {}
            }
          }
        });
    return new ExampleRequest(
        first(Dimension.METHOD, "GET"),
        target(query.toString()),
        fields,
        first(Dimension.BODY, ""),
        Set.copyOf(parts.getOrDefault(Dimension.TAGS, List.of())));
  }

  private String name(Dimension field) {
    return names.getOrDefault(field, field.name());
  }

  private String first(Dimension dimension, String otherwise) {
    List<String> texts = parts.getOrDefault(dimension, List.of());
    return texts.isEmpty() ? otherwise : texts.get(0);
  }

  private String target(String query) {
    if (malformed) {
      return MALFORMED_PATH + query;
    }
    List<String> segments = parts.getOrDefault(Dimension.PATH, ROOT);
    if (segments.isEmpty()) {
      return query.isEmpty() ? "*" : "https://" + first(Dimension.HOST, SOME_HOST) + query;
    }
    StringBuilder path = new StringBuilder();
    segments.forEach(
        segment -> path.append('/').append(encoded(segment, "+&=").replace("/", "%2F")));
    return path + query;
  }

  /** Percent-encodes everything but letters, digits, what is plain and what else is allowed. */
  static String encoded(String text, String allowed) {
    StringBuilder out = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
      if (letter || (c >= '0' && c <= '9') || PLAIN.indexOf(c) >= 0 || allowed.indexOf(c) >= 0) {
        out.append(c);
      } else {
        out.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
        out.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
      }
    }
    return out.toString();
  }
}
