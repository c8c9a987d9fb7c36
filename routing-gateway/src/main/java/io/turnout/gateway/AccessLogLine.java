// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.turnout.client.AddressText;
import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice;
import io.turnout.gateway.config.AccessLogSettings;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One exchange as a line of JSON, with as much of it as the settings allow. */
final class AccessLogLine {

  private static final JsonFactory JSON = new JsonFactory();
  private static final double NANOS_PER_MICRO = 1_000;
  private static final double MICROS_PER_MILLI = 1_000;

  private final AccessLogSettings settings;

  AccessLogLine(AccessLogSettings settings) {
    this.settings = settings;
  }

  /** The line, without its end. */
  String of(ExchangeRecord told) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("time", Instant.ofEpochMilli(told.startedAtMillis()).toString());
      json.writeStringField("method", told.method());
      target(json, told.target());
      if (settings.clients()) {
        optional(json, "client", told.client().map(AddressText::of));
      }
      json.writeNumberField("status", told.status());
      json.writeStringField("ending", told.ending().text());
      json.writeNumberField("bytes-in", told.bytesIn());
      json.writeNumberField("bytes-out", told.bytesOut());
      json.writeNumberField("duration-ms", millis(told.durationNanos()));
      json.writeNumberField("decision-ms", millis(told.decisionNanos()));
      optional(json, "trouble", told.trouble());
      if (told.decision().isPresent()) {
        decision(json, told.decision().get());
      }
      optional(json, "handed-to", told.passage().authority());
      if (told.passage().learnt() > 0) {
        json.writeNumberField("learnt", told.passage().learnt());
      }
      optional(json, "wrong-cell", told.passage().wrongCell());
      json.writeEndObject();
    }
    return text.toString();
  }

  private void target(JsonGenerator json, String target) throws IOException {
    switch (settings.target()) {
      case FULL -> json.writeStringField("target", target);
      case PATH -> {
        int query = target.indexOf('?');
        json.writeStringField("path", query < 0 ? target : target.substring(0, query));
      }
      case NONE -> {}
    }
  }

  private void decision(JsonGenerator json, RouteDecision decision) throws IOException {
    json.writeStringField("outcome", decision.outcome().text());
    optional(json, "cell", decision.cell());
    optional(json, "rule", decision.rule());
    optional(json, "source", decision.source());
    optional(json, "reason", decision.reason().map(reason -> reason.text()));
    optional(json, "detail", decision.detail().map(detail -> detail.text()));
    optional(
        json,
        "freshness",
        decision.resolution().map(found -> found.kind().name().toLowerCase(Locale.ROOT)));
    optional(json, "layer", decision.resolution().map(found -> found.layer()));
    optional(json, "edge", decision.client().routerEdge());
    names(json, "edges", decision.client().edges());
    names(json, "tags", decision.client().tags());
    stages(json, decision.stages());
    json.writeStringField("rules-version", decision.rulesVersion());
    json.writeNumberField("body-read", decision.bodyRead());
    if (settings.keys()) {
      optional(json, "key", decision.key().map(key -> key.namespace() + ':' + key.value()));
    }
  }

  private static void names(JsonGenerator json, String name, Collection<String> values)
      throws IOException {
    if (!values.isEmpty()) {
      json.writeArrayFieldStart(name);
      for (String value : values) {
        json.writeString(value);
      }
      json.writeEndArray();
    }
  }

  private static void stages(JsonGenerator json, List<StageChoice> stages) throws IOException {
    if (!stages.isEmpty()) {
      json.writeObjectFieldStart("splits");
      for (StageChoice choice : stages) {
        json.writeObjectFieldStart(choice.split());
        json.writeStringField("stage", choice.stage());
        json.writeStringField("how", choice.how().text());
        json.writeEndObject();
      }
      json.writeEndObject();
    }
  }

  private static void optional(JsonGenerator json, String name, Optional<String> value)
      throws IOException {
    if (value.isPresent()) {
      json.writeStringField(name, value.get());
    }
  }

  private static double millis(long nanos) {
    return Math.round(nanos / NANOS_PER_MICRO) / MICROS_PER_MILLI;
  }
}
