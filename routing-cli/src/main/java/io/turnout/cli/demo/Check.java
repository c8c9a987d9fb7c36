// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.turnout.decision.RouteDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares what became of a request with what was expected: the decision, where it arrived,
 * unchanged, and what the client was answered.
 */
final class Check {

  private static final Set<String> ADDED_ON_THE_WAY =
      Set.of(
          "content-length",
          "transfer-encoding",
          "via",
          "x-forwarded-for",
          Cells.NUMBER_FIELD.toLowerCase(Locale.ROOT));
  private static final String BETWEEN_ROUTERS = "turnout-";
  private static final String RULE_REJECTS = "rejected";

  private final JsonMapper json = new JsonMapper();

  /**
   * What is to be compared.
   *
   * @param recorded what was sent, and what is expected
   * @param decision what the router decided; empty if it was not asked
   * @param arrivals what arrived at cells
   * @param answer what the client got
   */
  record Course(
      Recorded recorded, Optional<RouteDecision> decision, List<Arrival> arrivals, Answer answer) {}

  /** What differs, each in words; empty if all is as expected. */
  List<String> differences(Course course) {
    List<String> found = new ArrayList<>();
    course
        .decision()
        .ifPresentOrElse(
            decision -> found.addAll(course.recorded().expected().differences(decision)),
            () -> found.add("the router was not asked"));
    found.addAll(seenDifferences(course));
    return found;
  }

  /** What differs in what cells and clients see, whatever was decided. */
  List<String> seenDifferences(Course course) {
    List<String> found = new ArrayList<>();
    if (course.recorded().expected().cell().isPresent()) {
      arrived(course, found);
    } else {
      rejected(course, found);
    }
    found.addAll(shown(course.answer()));
    return found;
  }

  /** What is meant for routers, and was shown to a client. */
  static List<String> shown(Answer answer) {
    return answer.headers().stream()
        .map(Field::name)
        .filter(Check::isBetweenRouters)
        .map(name -> "the client was shown " + name)
        .toList();
  }

  private void arrived(Course course, List<String> found) {
    String cell = course.recorded().expected().cell().orElseThrow();
    if (course.arrivals().size() != 1) {
      found.add("it arrived " + course.arrivals().size() + " times, expected once at " + cell);
      found.add(
          "the client got status " + course.answer().status() + " " + reason(course.answer()));
      return;
    }
    Arrival arrival = course.arrivals().get(0);
    compare("the cell that it arrived at", cell, arrival.cell(), found);
    compare("the status", "200", Integer.toString(course.answer().status()), found);
    compare(
        "the cell that answered",
        cell,
        course.answer().header(Cells.NAME_FIELD).orElse("(none)"),
        found);
    unchanged(course.recorded(), arrival, found);
  }

  private static void unchanged(Recorded sent, Arrival arrival, List<String> found) {
    compare("the method", sent.method(), arrival.method(), found);
    compare("the target", sent.target(), arrival.target(), found);
    compare(
        "the body's length",
        Long.toString(sent.body().length),
        Long.toString(arrival.bodyBytes()),
        found);
    compare("the body's hash", Hash.of(sent.body()), arrival.bodyHash(), found);
    Map<String, List<String>> before = endToEnd(sent.headers());
    before.keySet().removeIf(Check::isBetweenRouters);
    Map<String, List<String>> after = endToEnd(arrival.headers());
    if (!before.equals(after)) {
      found.add("the header fields are " + after + ", expected " + before);
    }
  }

  private static Map<String, List<String>> endToEnd(List<Field> fields) {
    Map<String, List<String>> byName = new TreeMap<>();
    for (Field field : fields) {
      String name = field.name().toLowerCase(Locale.ROOT);
      if (!ADDED_ON_THE_WAY.contains(name)) {
        byName.computeIfAbsent(name, key -> new ArrayList<>()).add(field.value());
      }
    }
    return byName;
  }

  private static boolean isBetweenRouters(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-').startsWith(BETWEEN_ROUTERS);
  }

  private void rejected(Course course, List<String> found) {
    Expected expected = course.recorded().expected();
    Answer answer = course.answer();
    for (Arrival arrival : course.arrivals()) {
      found.add("it arrived at " + arrival.cell() + ", expected nowhere");
    }
    String status = expected.status().orElse("(none)");
    compare("the status", status, Integer.toString(answer.status()), found);
    if (!course.recorded().method().equals("HEAD") && expected.reason().isPresent()) {
      compare("the reason that the client got", expected.reason().get(), reason(answer), found);
    }
  }

  private String reason(Answer answer) {
    try {
      return json.readTree(answer.body()).path("reason").asText(RULE_REJECTS);
    } catch (JsonProcessingException e) {
      return "(no JSON)";
    }
  }

  private static void compare(String what, String expected, String actual, List<String> found) {
    if (!expected.equals(actual)) {
      found.add(what + " is " + shown(actual) + ", expected " + shown(expected));
    }
  }

  private static String shown(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "...";
  }
}
