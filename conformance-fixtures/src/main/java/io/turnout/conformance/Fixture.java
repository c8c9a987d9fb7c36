// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A fixture file.
 *
 * @param path its path below the fixtures' folder, with slashes
 * @param kind {@code decide}, {@code timeline} or {@code invalid}
 * @param content what it says, with the text of a {@code rules-file} as {@code rules}
 * @param folder where the files are that it lists; empty if it lists none
 */
record Fixture(String path, String kind, JsonNode content, Optional<Path> folder) {

  /** What the file is about, in its own words; empty if it does not say. */
  String about() {
    return content.path("about").asText("");
  }

  /** The names of the files that its rules name. */
  List<String> files() {
    List<String> files = new ArrayList<>();
    content.path("files").forEach(file -> files.add(file.asText()));
    return files;
  }

  /** The cases that it holds; the whole file is one where it lists none. */
  List<Case> cases() {
    JsonNode listed = content.path("cases");
    if (listed.isMissingNode()) {
      return List.of(new Case(path, this, content));
    }
    List<Case> cases = new ArrayList<>();
    for (JsonNode one : listed) {
      cases.add(new Case(path + "#" + one.path("name").asText(), this, one));
    }
    return cases;
  }
}
