// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.analyze.Explanation;
import io.turnout.client.AddressText;
import io.turnout.client.Client;
import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice;
import io.turnout.resolve.Resolution;
import io.turnout.spi.RouteEntry;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;

/** A decision in JSON, with the words of the conformance fixtures. */
final class DecisionJson {

  private static final String NOT_LOOKED_UP = "not-looked-up";

  private DecisionJson() {}

  static void write(ObjectNode node, Explained explained, Redaction redaction) {
    RouteDecision decision = explained.decision();
    boolean open = explained.leftAtTheKey();
    node.put("outcome", open ? NOT_LOOKED_UP : decision.outcome().text());
    decision.rule().ifPresent(rule -> node.put("rule", rule));
    decision
        .key()
        .ifPresent(key -> node.put("key", key.namespace() + ":" + redaction.shown(key.value())));
    decision.source().ifPresent(source -> node.put("source", source));
    if (!open) {
      decision.cell().ifPresent(cell -> node.put("cell", cell));
      decision.status().ifPresent(status -> node.put("status", status));
      decision.reason().ifPresent(reason -> node.put("reason", reason.text()));
      decision.resolution().ifPresent(resolution -> resolution(node, resolution));
    }
    decision.detail().ifPresent(detail -> node.put("detail", detail.text()));
    client(node, explained, redaction);
    if (!decision.stages().isEmpty()) {
      ObjectNode splits = node.putObject("splits");
      decision.stages().forEach(choice -> stage(splits.putObject(choice.split()), choice));
    }
    node.put("body-read", decision.bodyRead()).put("rules-version", decision.rulesVersion());
  }

  private static void client(ObjectNode node, Explained explained, Redaction redaction) {
    Client client = explained.decision().client();
    Explanation.Sender sender = explained.explanation().sender();
    if (client.equals(Client.DIRECT) && sender.address().isEmpty()) {
      return;
    }
    ObjectNode shown = node.putObject("client");
    sender
        .address()
        .ifPresent(address -> shown.put("address", redaction.shown(AddressText.of(address))));
    sender.namedBy().ifPresent(edge -> shown.put("named-by", edge));
    client.edges().forEach(shown.putArray("edges")::add);
    client.tags().forEach(shown.putArray("tags")::add);
    shown.put("hops", client.hops());
  }

  private static void stage(ObjectNode node, StageChoice choice) {
    node.put("stage", choice.stage()).put("how", choice.how().text());
    ObjectNode labels = node.putObject("labels");
    new TreeMap<>(choice.labels()).forEach(labels::put);
    node.put("sets-cookie", choice.cookie().isPresent());
  }

  private static void resolution(ObjectNode node, Resolution resolution) {
    node.put("freshness", Words.of(resolution.kind())).put("from", resolution.layer());
    entry(resolution)
        .ifPresent(
            entry ->
                node.putObject("entry")
                    .put("version", entry.version())
                    .put("loaded-at", Instant.ofEpochMilli(entry.loadedAt()).toString())
                    .put("fresh-until", Instant.ofEpochMilli(entry.freshUntil()).toString())
                    .put("expires-at", Instant.ofEpochMilli(entry.expiresAt()).toString()));
  }

  /** The entry that a resolution rests on, if it rests on one. */
  static Optional<RouteEntry> entry(Resolution resolution) {
    if (resolution instanceof Resolution.Fresh fresh) {
      return Optional.of(fresh.entry());
    }
    if (resolution instanceof Resolution.Stale stale) {
      return Optional.of(stale.entry());
    }
    if (resolution instanceof Resolution.Expired expired) {
      return Optional.of(expired.entry());
    }
    return resolution instanceof Resolution.Unknown unknown
        ? Optional.of(unknown.entry())
        : Optional.empty();
  }
}
