// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.conformance.WrittenRequest.Field;
import io.turnout.protocol.TurnoutHeaders;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Header fields as lists, and what is looked at in them. */
final class Fields {

  private static final Set<String> OF_THE_HOP =
      Set.of(
          "connection",
          "keep-alive",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "expect",
          "content-length",
          "http2-settings");

  private Fields() {}

  /** The values of a name, in any case, in their order. */
  static List<String> values(List<Field> fields, String name) {
    return fields.stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(Field::value)
        .toList();
  }

  /** A value without the optional white space around it. */
  static String trimmed(String value) {
    int start = 0;
    int end = value.length();
    while (start < end && " \t".indexOf(value.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && " \t".indexOf(value.charAt(end - 1)) >= 0) {
      end--;
    }
    return value.substring(start, end);
  }

  /** The names of the Turnout fields among these, as they are spelt. */
  static List<String> turnout(List<Field> fields) {
    return TurnoutHeaders.among(fields.stream().map(Field::name).toList());
  }

  /** The Turnout fields among these. */
  static List<Field> ofTurnout(List<Field> fields) {
    return fields.stream().filter(field -> TurnoutHeaders.isTurnout(field.name())).toList();
  }

  /** What of a message goes on to the next hop, but for the body's framing; values are trimmed. */
  static List<Field> endToEnd(List<Field> fields) {
    Set<String> options = new HashSet<>();
    for (String line : values(fields, "connection")) {
      for (String option : line.split(",", -1)) {
        options.add(lower(option.strip()));
      }
    }
    return fields.stream()
        .filter(field -> !OF_THE_HOP.contains(lower(field.name())))
        .filter(field -> !lower(field.name()).startsWith("proxy-"))
        .filter(field -> !options.contains(lower(field.name())))
        .filter(field -> !TurnoutHeaders.isTurnout(field.name()))
        .map(field -> new Field(field.name(), trimmed(field.value())))
        .toList();
  }

  /** The values by lower-case names: what is left of their order where names are told apart. */
  static Map<String, List<String>> byName(List<Field> fields) {
    return fields.stream()
        .collect(
            Collectors.groupingBy(
                field -> lower(field.name()),
                LinkedHashMap::new,
                Collectors.mapping(Field::value, Collectors.toList())));
  }

  /** The same fields with their names in lower case. */
  static List<Field> lowerNames(List<Field> fields) {
    return fields.stream().map(field -> new Field(lower(field.name()), field.value())).toList();
  }

  static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The lines of a head, each with its line end. */
  static String lines(List<Field> fields) {
    return fields.stream()
        .map(field -> field.name() + ": " + field.value() + "\r\n")
        .collect(Collectors.joining());
  }
}
