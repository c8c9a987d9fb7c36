// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/** All routes of the platform, by namespace. */
final class RouteTable {

  private static final List<String> DURATIONS =
      List.of(
          "fresh-for: 1m, expire-after: 1h", // about to move
          "fresh-for: 30s, expire-after: 10m", // moving
          "fresh-for: 1h, expire-after: 7d"); // has not moved for years

  private final Random random;
  private final Map<String, List<Route>> routes = new LinkedHashMap<>();

  private RouteTable(Random random) {
    this.random = random;
  }

  static RouteTable seeded(long seed) {
    RouteTable table = new RouteTable(new Random(seed));
    table.add("business", 2000, i -> "b-" + (10_001 + i));
    table.add("account", 900, i -> "acct_" + table.text("0123456789abcdefghijklmnopqrstuvwxyz", 8));
    table.add("card", 600, i -> "card_" + table.text("0123456789", 10));
    table.add("email-domain", 399, RouteTable::domain);
    table.put("email-domain", "xn--bcher-kva.example", "b\u00fccher.example");
    table.add("app", 300, i -> "app_" + table.text("0123456789abcdef", 8));
    table.add("merchant", 200, i -> String.valueOf(7_000_001 + 37 * i));
    table.add("workspace", 200, i -> "T" + table.text("0123456789ABCDEFGHJKLMNPQRSTUVWXYZ", 8));
    table.add("phone", 200, i -> "+1555" + (2_010_000 + 113 * i));
    table.add("device", 100, i -> "dev-" + table.text("0123456789abcdef", 12));
    table.add("person", 100, i -> "person" + (101 + i) + "@mail.example", Spelling::sha256);
    return table;
  }

  Route any(String namespace, Random chance) {
    List<Route> candidates = inNamespace(namespace);
    return candidates.get(chance.nextInt(candidates.size()));
  }

  Route withOrigin(String namespace, String origin) {
    return inNamespace(namespace).stream()
        .filter(route -> route.origin().equals(origin))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no route in " + namespace + " for " + origin));
  }

  String toYaml() {
    StringBuilder yaml =
        new StringBuilder(
            """
            # The routes of Ostrand Pay: which cell each key belongs to.
            # Written by RecordingGenerator; do not edit, see README.md.
            turnout-routes: 1
            defaults: { fresh-for: 5m, expire-after: 24h }
            unknown: { fresh-for: 30s, expire-after: 1m }
            routes:
            """);
    routes.forEach(
        (namespace, entries) -> {
          yaml.append("  # ").append(namespace).append(": ").append(entries.size()).append('\n');
          entries.forEach(entry -> yaml.append(entry.toYaml()));
        });
    return yaml.toString();
  }

  private List<Route> inNamespace(String namespace) {
    List<Route> found = routes.get(namespace);
    if (found == null) {
      throw new IllegalArgumentException("no routes in namespace " + namespace);
    }
    return found;
  }

  private void add(String namespace, int count, IntFunction<String> value) {
    add(namespace, count, value, UnaryOperator.identity());
  }

  private void add(
      String namespace, int count, IntFunction<String> origin, UnaryOperator<String> toValue) {
    Set<String> taken = new HashSet<>();
    for (int i = 0; taken.size() < count; i++) {
      String candidate = origin.apply(i);
      if (taken.add(candidate)) {
        put(namespace, toValue.apply(candidate), candidate);
      }
    }
  }

  private void put(String namespace, String value, String origin) {
    routes
        .computeIfAbsent(namespace, name -> new ArrayList<>())
        .add(new Route(namespace, value, origin, cell(), durations()));
  }

  private String cell() {
    int percent = random.nextInt(100);
    if (percent < 40) {
      return "us-1";
    }
    if (percent < 65) {
      return "us-2";
    }
    return percent < 90 ? "eu-1" : "ap-1";
  }

  private String durations() {
    return random.nextInt(40) == 0 ? DURATIONS.get(random.nextInt(DURATIONS.size())) : "";
  }

  private String text(String alphabet, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  private static String domain(int number) {
    List<String> trades =
        List.of("bakery", "dental", "freight", "garden", "legal", "studio", "tools");
    String trade = trades.get(number % trades.size());
    return String.format(Locale.ROOT, "%s-%03d.example", trade, number);
  }
}
