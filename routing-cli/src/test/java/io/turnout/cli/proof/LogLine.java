// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A line of a gateway's access log.
 *
 * @param id the request's {@code id} parameter
 * @param key the route key
 * @param status the status that the client got
 * @param ending how it ended
 * @param cell the cell that it was decided for; empty if for none
 * @param why reason and detail of the decision
 * @param freshness of the route that it was decided by
 * @param startedMillis when its head had come, in milliseconds of the wall clock
 * @param decisionMillis how long after that it was decided
 */
record LogLine(
    String id,
    String key,
    int status,
    String ending,
    String cell,
    String why,
    String freshness,
    long startedMillis,
    double decisionMillis) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads a log as far as it has whole lines. */
  static List<LogLine> readAll(Path log) {
    try {
      String text = Files.readString(log);
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(LogLine::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static LogLine of(String line) {
    try {
      JsonNode json = JSON.readTree(line);
      if (json.has("lines-left-out")) {
        throw new AssertionError("the access log is not whole: " + line);
      }
      String target = json.path("target").asText();
      return new LogLine(
          target.substring(target.indexOf("id=") + "id=".length()),
          json.path("key").asText(),
          json.path("status").asInt(),
          json.path("ending").asText(),
          json.path("cell").asText(),
          (json.path("reason").asText() + ' ' + json.path("detail").asText()).strip(),
          json.path("freshness").asText(),
          Instant.parse(json.path("time").asText()).toEpochMilli(),
          json.path("decision-ms").asDouble());
    } catch (IOException e) {
      throw new UncheckedIOException(line, e);
    }
  }

  /** When it was decided, in milliseconds of the wall clock. */
  double decidedMillis() {
    return startedMillis + decisionMillis;
  }
}
