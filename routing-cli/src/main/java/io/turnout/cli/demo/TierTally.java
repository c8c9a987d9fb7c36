// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.turnout.cli.measure.Latencies;

/** What the access logs of gateways in two tiers tell, counted. Thread-safe. */
final class TierTally {

  private static final double NANOS_PER_MILLI = 1e6;

  private final JsonMapper json = new JsonMapper();
  private final Counts atEdges = new Counts();
  private final Counts handedOn = new Counts();
  private final Counts atAuthority = new Counts();
  private final Counts routes = new Counts();
  private final Latencies edgeDecisions = new Latencies();
  private final Latencies authorityDecisions = new Latencies();
  private volatile Latencies recent = new Latencies();

  /** Counts a line of the access log of a gateway. */
  void line(String gateway, String text) {
    JsonNode line;
    try {
      line = json.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no line of an access log: " + text, e);
    }
    if (!line.has("outcome")) {
      return;
    }
    long nanos = (long) (line.path("decision-ms").asDouble() * NANOS_PER_MILLI);
    if (gateway.equals(TierProcesses.AUTHORITY)) {
      authorityDecisions.add(nanos);
      authority(line);
    } else {
      edgeDecisions.add(nanos);
      recent.add(nanos);
      edge(line);
    }
  }

  private void authority(JsonNode line) {
    atAuthority.add(line.path("outcome").asText().equals("cell") ? "to a cell" : "rejected");
    atAuthority.add(line.has("edge") ? "of a proven edge" : "of somebody else");
  }

  private void edge(JsonNode line) {
    boolean cached = line.has("freshness");
    switch (line.path("outcome").asText()) {
      case "cell" -> atEdges.add(cached ? "by a copy" : "by a rule alone");
      case "authority" -> {
        atEdges.add("handed on");
        String detail = line.path("detail").asText();
        handedOn.add(detail.isEmpty() ? line.path("reason").asText() : detail);
      }
      default -> atEdges.add("rejected");
    }
    if (line.path("freshness").asText().equals("stale")) {
      routes.add("used and refreshed");
    }
    for (int i = 0; i < line.path("learnt").asInt(); i++) {
      routes.add("taught");
    }
  }

  /** How long edges took to decide since this was asked last. */
  Latencies takeRecent() {
    Latencies taken = recent;
    recent = new Latencies();
    return taken;
  }

  /** How edges decided. */
  Counts atEdges() {
    return atEdges;
  }

  /** Why edges handed requests on. */
  Counts handedOn() {
    return handedOn;
  }

  /** What the authority's router decided, and of whom it came. */
  Counts atAuthority() {
    return atAuthority;
  }

  /** What edges learnt. */
  Counts routes() {
    return routes;
  }

  Latencies edgeDecisions() {
    return edgeDecisions;
  }

  Latencies authorityDecisions() {
    return authorityDecisions;
  }
}
