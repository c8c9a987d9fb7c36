// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.CompanionFiles;
import java.nio.file.Path;

/**
 * What a rule file can reach beside its own text.
 *
 * @param folder the folder to which its paths are relative
 * @param keys the keys that it can do with
 * @param files what reads the files that it names
 */
record Surroundings(Path folder, Keys keys, CompanionFiles files) {

  private static final Path HERE = Path.of("");

  /** Those of a file at a path, whose own folder its paths are relative to. */
  static Surroundings of(Path file, Keys keys, CompanionFiles files) {
    Path folder = file.getParent();
    return new Surroundings(folder == null ? HERE : folder, keys, files);
  }

  /** Those of a text, whose files are read once. */
  static Surroundings once(Path folder, Keys keys) {
    return new Surroundings(folder, keys, new CompanionFiles());
  }
}
