// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.gateway.config.AuthoritySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A folder with rules, routes and a recording.
 *
 * @param folder the folder
 */
public record Example(Path folder) {

  /**
   * Checks that the files are there.
   *
   * @throws IllegalArgumentException if one is not; the message says what to do
   */
  public Example {
    for (String name : List.of("rules.yaml", "routes.yaml", "recording.jsonl")) {
      if (!Files.isRegularFile(folder.resolve(name))) {
        throw new IllegalArgumentException(
            "there is no "
                + folder.resolve(name)
                + "; the demo needs the example of a checkout: run ./turnout from one,"
                + " or name its folder with --example");
      }
    }
  }

  Path rules() {
    return folder.resolve("rules.yaml");
  }

  Path routes() {
    return folder.resolve("routes.yaml");
  }

  /** What a gateway is told that looks routes up in the file. */
  AuthoritySettings routeFile() {
    return new AuthoritySettings.RouteFile(routes(), Optional.empty());
  }

  /** The recorded traffic. */
  List<Recorded> recording() throws IOException {
    return Recording.read(folder.resolve("recording.jsonl"));
  }

  /** Requests that nearly are what a rule decides; for checks. */
  List<Recorded> nearMisses() throws IOException {
    return Recording.read(folder.resolve("near-misses.jsonl"));
  }
}
