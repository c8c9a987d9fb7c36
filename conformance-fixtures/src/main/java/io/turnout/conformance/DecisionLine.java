// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.client.AddressText;
import io.turnout.client.Client;
import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice;
import io.turnout.resolve.Resolution;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

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
    if (!decision.stages().isEmpty()) {
      put(decision.stages(), line.putObject("splits"));
    }
    if (!decision.setCookies().isEmpty()) {
      decision.setCookies().forEach(line.putArray("set-cookie")::add);
    }
    return line;
  }

  private static void put(Client client, ObjectNode line) {
    client.address().ifPresent(address -> line.put("address", AddressText.of(address)));
    client.edges().forEach(line.putArray("edges")::add);
    client.tags().forEach(line.putArray("tags")::add);
    line.put("hops", client.hops());
  }

  private static void put(List<StageChoice> stages, ObjectNode line) {
    for (StageChoice choice : stages) {
      ObjectNode written = line.putObject(choice.split());
      written.put("stage", choice.stage()).put("how", choice.how().text());
      new TreeMap<>(choice.labels()).forEach(written.putObject("labels")::put);
    }
  }

  /** Writes freshness and layer of a resolution into {@code line}. */
  static void put(Resolution resolution, ObjectNode line) {
    line.put("freshness", resolution.kind().name().toLowerCase(Locale.ROOT));
    if (resolution.kind() != Resolution.Kind.UNAVAILABLE) {
      line.put("from", resolution.layer());
    }
  }
}
