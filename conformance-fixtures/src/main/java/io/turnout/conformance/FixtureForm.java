// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Refuses what would otherwise be overlooked in a fixture: members that the schema does not have,
 * and names that are missing or given twice.
 */
final class FixtureForm {

  private static final String SCHEMA = "/fixtures/fixture.schema.json";

  private final JsonNode definitions;

  FixtureForm() {
    try (InputStream in =
        Objects.requireNonNull(FixtureForm.class.getResourceAsStream(SCHEMA), SCHEMA)) {
      definitions = new JsonMapper().readTree(in).required("$defs");
    } catch (IOException e) {
      throw new UncheckedIOException("the schema of fixtures cannot be read", e);
    }
  }

  /**
   * Checks a file.
   *
   * @throws IllegalArgumentException with the first mistake and its place
   */
  void check(String path, JsonNode content) {
    String kind = content.path("kind").asText();
    if (!List.of("decide", "timeline", "invalid").contains(kind)) {
      throw new IllegalArgumentException(
          "fixture " + path + ": kind \"" + kind + "\" must be decide, timeline or invalid");
    }
    members("fixture " + path, content, kind);
    if (kind.equals("decide")) {
      cases(path, content.path("cases"));
    }
  }

  private void cases(String path, JsonNode cases) {
    if (!cases.isArray() || cases.isEmpty()) {
      throw new IllegalArgumentException("fixture " + path + ": cases must be a list of cases");
    }
    List<String> names = new ArrayList<>();
    for (JsonNode one : cases) {
      String name = one.path("name").asText();
      String where = "fixture " + path + ", case " + (names.size() + 1) + " \"" + name + "\"";
      if (name.isBlank() || name.contains("#") || names.contains(name)) {
        throw new IllegalArgumentException(
            where + ": every case needs a name of its own, without #");
      }
      names.add(name);
      members(where, one, "case");
      members(where + ", request", one.path("request"), "request");
      JsonNode expected = one.path("expect");
      for (JsonNode either : expected.isArray() ? expected : List.of(expected)) {
        members(where + ", expect", either, "decision");
      }
    }
  }

  private void members(String where, JsonNode value, String definition) {
    if (!value.isObject()) {
      throw new IllegalArgumentException(where + " must be a mapping");
    }
    JsonNode allowed = definitions.required(definition).required("properties");
    value
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!allowed.has(name)) {
                List<String> names = new ArrayList<>();
                allowed.fieldNames().forEachRemaining(names::add);
                throw new IllegalArgumentException(
                    where + ": unknown member \"" + name + "\"; there are " + names);
              }
            });
  }
}
