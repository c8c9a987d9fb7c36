// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What the line protocol has to load before a case can be asked. */
final class LoadLine {

  private static final List<String> TAKEN =
      List.of("rules", "start", "tier", "on-miss", "keys-absent", "routes", "resolver");

  private LoadLine() {}

  /** The {@code load} of a case. */
  static ObjectNode of(Case one) {
    ObjectNode line = JsonNodeFactory.instance.objectNode().put("op", "load");
    for (String name : TAKEN) {
      JsonNode value = one.setting(name);
      if (!value.isMissingNode()) {
        line.set(name, value);
      }
    }
    one.fixture().folder().ifPresent(folder -> line.put("folder", folder.toString()));
    JsonNode limit = one.setting("limits").path("body");
    if (!limit.isMissingNode()) {
      line.putObject("limits").put("body", Sizes.bytes(limit, 0));
    }
    if (one.fixture().kind().equals("decide") && !line.has("tier")) {
      line.put("tier", "edge");
    }
    return line;
  }
}
