// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Recorded requests, as a file has them: one JSON object a line. */
final class Recording {

  private Recording() {}

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if a line is no recorded request; the message says which
   */
  static List<Recorded> read(Path file) throws IOException {
    JsonMapper json = new JsonMapper();
    List<Recorded> all = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      int number = 1;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        try {
          all.add(Recorded.of(json.readTree(line)));
        } catch (IOException | IllegalArgumentException e) {
          throw new IllegalArgumentException(
              file + ":" + number + ": this line is no recorded request: " + e.getMessage(), e);
        }
        number++;
      }
    }
    return all;
  }
}
