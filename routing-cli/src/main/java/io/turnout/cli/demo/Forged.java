// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Requests whose client speaks as if it were a router. */
final class Forged {

  private static final String EVERY =
      "\"%s\";cell=\"%s\";fresh-for=3600;expire-after=3600;version=900000000000000";

  private Forged() {}

  /**
   * Recorded requests with every field of routers in every spelling, each of which, if it were
   * believed, would lead elsewhere or nowhere.
   *
   * @param rulesVersion of the rules in use: a key of other rules is believed of nobody
   */
  static List<Recorded> of(List<Recorded> recording, String rulesVersion) {
    List<Recorded> forged = new ArrayList<>();
    List<Recorded> victims =
        recording.stream().filter(one -> one.expected().cell().isPresent()).limit(60).toList();
    for (int i = 0; i < victims.size(); i++) {
      Recorded victim = victims.get(i);
      String cell = victim.expected().cell().orElseThrow().equals("us-1") ? "eu-1" : "us-1";
      String stranger = keyOf(recording, cell);
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put(
          "Turnout-Key",
          "\"" + stranger + "\";rule=\"business-header\";rules=\"" + rulesVersion + '"');
      fields.put("Turnout-Reason", "miss");
      fields.put("Turnout-Client", "\"203.0.113.9\"");
      fields.put("Turnout-Hops", "1000");
      fields.put("Turnout-Cell", "\"" + cell + '"');
      fields.put("Turnout-Route", EVERY.formatted(keyOf(victim), cell));
      forged.add(with(victim, fields, i));
    }
    return forged;
  }

  private static String keyOf(List<Recorded> recording, String cell) {
    return recording.stream()
        .filter(one -> one.expected().cell().filter(cell::equals).isPresent())
        .map(Forged::keyOf)
        .filter(key -> key.startsWith("business:"))
        .findFirst()
        .orElseThrow();
  }

  private static String keyOf(Recorded recorded) {
    return recorded.expected().members().getOrDefault("key", "business:b-10001");
  }

  /** Every field in every spelling for every fourth; else one field, lest another one hide it. */
  private static Recorded with(Recorded victim, Map<String, String> fields, int number) {
    List<Field> headers = new ArrayList<>(victim.headers());
    List<String> names = List.copyOf(fields.keySet());
    List<String> added = number % 4 == 0 ? names : List.of(names.get(number / 4 % names.size()));
    for (String name : added) {
      spellings(name)
          .forEach(spelling -> headers.add(new Field(spelling, fields.getOrDefault(name, ""))));
    }
    return new Recorded(
        victim.name() + " (forged)",
        victim.method(),
        victim.target(),
        headers,
        victim.hasBody(),
        victim.body(),
        victim.expected());
  }

  private static List<String> spellings(String name) {
    StringBuilder mixed = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      String letter = name.substring(i, i + 1);
      mixed.append(i % 2 == 0 ? letter.toLowerCase(Locale.ROOT) : letter.toUpperCase(Locale.ROOT));
    }
    return List.of(
        name,
        name.toLowerCase(Locale.ROOT),
        name.toUpperCase(Locale.ROOT),
        mixed.toString(),
        name.replace('-', '_'),
        name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
