// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import io.turnout.document.DocumentLimits;
import io.turnout.document.NearestWord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The scenarios that come with the command, by name, and those in files. */
public final class Scenarios {

  /** The names of those that come with the command. */
  public static final List<String> NAMES =
      List.of("total-loss", "authority-down-20m", "redis-black-hole", "throttled", "all-at-once");

  /** The largest file, in bytes. */
  static final int MAX_BYTES = 1 << 20;

  private static final DocumentLimits LIMITS = DocumentLimits.DEFAULT.withSizeBytes(MAX_BYTES);

  private Scenarios() {}

  /**
   * The scenario of a name, or of a file.
   *
   * @param what a name, or a path with a dot or a slash in it
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if there is no such name, or the file is refused; the message
   *     has every mistake
   */
  public static Scenario find(String what) throws IOException {
    return ScenarioReader.read(what, content(what), LIMITS);
  }

  /** The text of a scenario; the errors are those of {@link #find}. */
  public static String text(String what) throws IOException {
    return new String(content(what), StandardCharsets.UTF_8);
  }

  private static byte[] content(String what) throws IOException {
    if (NAMES.contains(what)) {
      try (InputStream in = Scenarios.class.getResourceAsStream(what + ".yaml")) {
        if (in == null) {
          throw new IllegalStateException("the scenario " + what + " is missing from the program");
        }
        return in.readAllBytes();
      }
    }
    if (!what.contains(".") && !what.contains("/")) {
      throw new IllegalArgumentException(
          "there is no scenario \""
              + what
              + "\""
              + NearestWord.of(what, NAMES)
                  .map(near -> " (did you mean \"" + near + "\"?)")
                  .orElse("")
              + "; there are "
              + String.join(", ", NAMES)
              + ", or name a file, such as ./"
              + what
              + ".yaml");
    }
    try (InputStream in = Files.newInputStream(Path.of(what))) {
      byte[] content = in.readNBytes(MAX_BYTES + 1);
      if (content.length > MAX_BYTES) {
        throw new IllegalArgumentException(what + " has more than " + MAX_BYTES + " bytes");
      }
      return content;
    }
  }
}
