// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What a cell that is a process tells of an arrival, in a line.
 *
 * @param number the number that the request has
 * @param atMillis when it was there, in milliseconds of the wall clock
 */
record CellLine(String number, long atMillis, Arrival arrival) {

  private static final JsonMapper JSON = new JsonMapper();

  static CellLine of(String line) {
    try {
      JsonNode json = JSON.readTree(line);
      List<Field> headers = new ArrayList<>();
      json.path("headers").forEach(one -> headers.add(field(one)));
      Arrival arrival =
          new Arrival(
              json.path("cell").asText(),
              json.path("method").asText(),
              json.path("target").asText(),
              headers,
              json.path("bytes").asLong(),
              json.path("hash").asText());
      return new CellLine(json.path("number").asText(), json.path("at").asLong(), arrival);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no line of a cell: " + line, e);
    }
  }

  private static Field field(JsonNode pair) {
    return new Field(pair.path(0).asText(), pair.path(1).asText());
  }

  String text() {
    ObjectNode json = JSON.createObjectNode();
    json.put("number", number).put("at", atMillis);
    json.put("cell", arrival.cell()).put("method", arrival.method());
    json.put("target", arrival.target());
    ArrayNode headers = json.putArray("headers");
    arrival.headers().forEach(one -> headers.addArray().add(one.name()).add(one.value()));
    json.put("bytes", arrival.bodyBytes()).put("hash", arrival.bodyHash());
    return json.toString();
  }
}
