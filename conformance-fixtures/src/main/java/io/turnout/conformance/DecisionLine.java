// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.client.AddressText;
import io.turnout.client.Client;
import io.turnout.decision.RouteDecision;
import io.turnout.resolve.Resolution;
import java.util.Locale;

/** A decision as the line protocol writes it. */
final class DecisionLine {

  private DecisionLine() {}

  /** Writes a decision into {@code line}, and returns it. */
  static ObjectNode of(RouteDecision decision, ObjectNode line) {
    line.put("outcome", decision.outcome().text());
    decision.cell().ifPresent(cell -> line.put("cell", cell));
    decision.status().ifPresent(status -> line.put("status", status));
    decision.key().ifPresent(key -> line.put("key", key.text()));
    decision.rule().ifPresent(rule -> line.put("rule", rule));
    decision.source().ifPresent(source -> line.put("source", source));
    decision.reason().ifPresent(reason -> line.put("reason", reason.text()));
    decision.detail().ifPresent(detail -> line.put("detail", detail.text()));
    line.put("body-read", decision.bodyRead());
    line.put("rules-version", decision.rulesVersion());
    decision.resolution().ifPresent(resolution -> put(resolution, line));
    if (!decision.client().equals(Client.DIRECT)) {
      put(decision.client(), line.putObject("client"));
    }
    return line;
  }

  private static void put(Client client, ObjectNode line) {
    client.address().ifPresent(address -> line.put("address", AddressText.of(address)));
    client.edges().forEach(line.putArray("edges")::add);
    client.tags().forEach(line.putArray("tags")::add);
    line.put("hops", client.hops());
  }

  /** Writes freshness and layer of a resolution into {@code line}. */
  static void put(Resolution resolution, ObjectNode line) {
    line.put("freshness", resolution.kind().name().toLowerCase(Locale.ROOT));
    if (resolution.kind() != Resolution.Kind.UNAVAILABLE) {
      line.put("from", resolution.layer());
    }
  }
}
