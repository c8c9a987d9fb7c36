// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Compares the stages and cookies of an answer with what a fixture expects. */
final class SplitExpectation {

  private static final String NEW = "new";

  private SplitExpectation() {}

  /** The splits must be the same; of each, what the expectation mentions is compared. */
  static void compareStages(JsonNode expected, JsonNode actual, List<String> found) {
    Set<String> names = names(expected);
    if (!names.equals(names(actual))) {
      found.add("splits are of " + names(actual) + ", expected of " + names);
      return;
    }
    for (Map.Entry<String, JsonNode> split : expected.properties()) {
      for (Map.Entry<String, JsonNode> part : split.getValue().properties()) {
        JsonNode told = actual.path(split.getKey()).path(part.getKey());
        if (!told.equals(part.getValue())) {
          found.add(
              part.getKey()
                  + " of split "
                  + split.getKey()
                  + " is "
                  + told
                  + ", expected "
                  + part.getValue());
        }
      }
    }
  }

  private static Set<String> names(JsonNode of) {
    Set<String> names = new TreeSet<>();
    of.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** The names must be the same; each value must be what an expression says. */
  static void compareCookies(JsonNode expected, JsonNode actual, List<String> found) {
    Map<String, String> due = new LinkedHashMap<>();
    for (JsonNode field : actual) {
      String text = field.asText();
      if (due.put(text.replaceFirst("=.*", ""), text.replaceFirst("^[^=]*=?", "")) != null) {
        found.add("set-cookie has a name twice: " + actual);
      }
    }
    if (!names(expected).equals(new TreeSet<>(due.keySet()))) {
      found.add("set-cookie has " + new TreeSet<>(due.keySet()) + ", expected " + names(expected));
      return;
    }
    expected
        .properties()
        .forEach(cookie -> compareCookie(cookie, due.getOrDefault(cookie.getKey(), ""), found));
  }

  private static void compareCookie(
      Map.Entry<String, JsonNode> cookie, String written, List<String> found) {
    List<String> parts = List.of(written.split("; *"));
    JsonNode expected = cookie.getValue();
    String value = expected.isTextual() ? expected.asText() : expected.path("value").asText(".*");
    if (!Pattern.matches(value, parts.get(0))) {
      found.add("cookie " + cookie.getKey() + " is " + parts.get(0) + ", expected " + value);
    }
    List<String> attributes = new ArrayList<>();
    parts.stream().skip(1).map(part -> part.toLowerCase(Locale.ROOT)).forEach(attributes::add);
    for (JsonNode attribute : expected.path("with")) {
      if (!attributes.contains(attribute.asText().toLowerCase(Locale.ROOT))) {
        found.add("cookie " + cookie.getKey() + " has " + attributes + ", expected " + attribute);
      }
    }
  }

  /** An answer without what chance says of new users: their stages, and all cookies. */
  static JsonNode withoutChance(JsonNode answer) {
    boolean some = false;
    for (JsonNode split : answer.path("splits")) {
      some |= split.path("how").asText().equals(NEW);
    }
    if (!some) {
      return answer;
    }
    ObjectNode left = answer.deepCopy();
    left.remove("set-cookie");
    for (JsonNode split : left.path("splits")) {
      if (split.path("how").asText().equals(NEW)) {
        ((ObjectNode) split).remove(List.of("stage", "labels"));
      }
    }
    return left;
  }
}
