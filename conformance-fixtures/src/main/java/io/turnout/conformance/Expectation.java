// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares an answer with what a fixture expects; what it does not mention is not compared. */
final class Expectation {

  private static final String AT_MOST = "-at-most";

  private Expectation() {}

  /**
   * What differs; empty if the answer fits. A list of expectations fits if one of them does. A case
   * that expects nothing proves nothing, so it never fits.
   */
  static List<String> differences(JsonNode expected, JsonNode answer) {
    if (expected.isEmpty()) {
      return List.of("the case expects nothing");
    }
    if (!expected.isArray()) {
      return differencesOfOne(expected, answer);
    }
    List<String> all = new ArrayList<>();
    for (JsonNode one : expected) {
      List<String> found = differencesOfOne(one, answer);
      if (found.isEmpty()) {
        return found;
      }
      all.addAll(found);
    }
    return all;
  }

  /**
   * The members that differ, those of the answer that a bound limits among them. Empty for an
   * expectation that is no single one.
   */
  static Set<String> differing(JsonNode expected, JsonNode answer) {
    Set<String> names = new LinkedHashSet<>();
    for (Map.Entry<String, JsonNode> field : expected.properties()) {
      JsonNode alone = JsonNodeFactory.instance.objectNode().set(field.getKey(), field.getValue());
      if (!differencesOfOne(alone, answer).isEmpty()) {
        names.add(field.getKey());
        names.add(field.getKey().replaceFirst(AT_MOST + "$", ""));
      }
    }
    return names;
  }

  private static List<String> differencesOfOne(JsonNode expected, JsonNode answer) {
    List<String> found = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : expected.properties()) {
      String name = field.getKey();
      if (name.equals("errors")) {
        compareErrors(field.getValue(), answer.path("errors"), found);
      } else if (name.equals("splits") && field.getValue().isObject()) {
        SplitExpectation.compareStages(field.getValue(), answer.path(name), found);
      } else if (name.equals("set-cookie") && field.getValue().isObject()) {
        SplitExpectation.compareCookies(field.getValue(), answer.path(name), found);
      } else if (name.endsWith(AT_MOST)) {
        String base = name.substring(0, name.length() - AT_MOST.length());
        JsonNode actual = answer.path(base);
        if (!isCount(actual) || actual.asLong() > field.getValue().asLong()) {
          found.add(base + " is " + shown(actual) + ", expected at most " + field.getValue());
        }
      } else if (field.getValue().isNull()) {
        if (answer.has(name)) {
          found.add(name + " is " + answer.path(name) + ", expected none");
        }
      } else if (!field.getValue().equals(comparable(answer, name, field.getValue()))) {
        found.add(name + " is " + shown(answer.path(name)) + ", expected " + field.getValue());
      }
    }
    return found;
  }

  private static String shown(JsonNode actual) {
    return actual.isMissingNode() ? "absent" : actual.toString();
  }

  /** What the answer has; a whole number equals another of any width. */
  private static JsonNode comparable(JsonNode answer, String name, JsonNode expected) {
    JsonNode actual = answer.path(name);
    if (expected.isIntegralNumber() && isWhole(actual)) {
      return actual.asLong() == expected.asLong() ? expected : actual;
    }
    return actual;
  }

  private static boolean isWhole(JsonNode number) {
    return number.isIntegralNumber() && number.canConvertToLong();
  }

  private static boolean isCount(JsonNode number) {
    return isWhole(number) && number.asLong() >= 0;
  }

  private static void compareErrors(JsonNode expected, JsonNode actual, List<String> found) {
    for (JsonNode error : expected) {
      boolean reported = false;
      for (JsonNode one : actual) {
        reported |=
            error.properties().stream()
                .allMatch(part -> part.getValue().equals(one.get(part.getKey())));
      }
      if (!reported) {
        found.add("the error " + error + " is not among those reported");
      }
    }
  }
}
