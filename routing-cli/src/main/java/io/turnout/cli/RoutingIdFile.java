// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.split.Split;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads routing IDs, one a line. What is wrong with a line is said without what is on it. */
final class RoutingIdFile {

  /** The most IDs. */
  static final int MAX_IDS = 200_000;

  /** The most bytes that are read: IDs of the greatest length with their line ends. */
  static final int MAX_BYTES = MAX_IDS * (Split.MAX_ID_CHARS + 2);

  private static final String STANDARD_INPUT = "-";
  private static final Pattern ID = Pattern.compile("[!-~]+");
  private static final Pattern SESSION = Pattern.compile("v[0-9]+(\\.[^.]*){5}");

  private RoutingIdFile() {}

  /**
   * The IDs of a file, each once, in its order.
   *
   * @param file its path; a dash for the standard input
   * @throws IllegalArgumentException if a line is no ID, or there are too many; it names the line
   */
  static Set<String> read(String file, InputStream in) throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      return read("the standard input", in.readNBytes(MAX_BYTES + 1));
    }
    try (InputStream opened = Files.newInputStream(Path.of(file))) {
      return read(file, opened.readNBytes(MAX_BYTES + 1));
    }
  }

  private static Set<String> read(String file, byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(file + " must have " + MAX_BYTES + " bytes at most");
    }
    Set<String> ids = new LinkedHashSet<>();
    int number = 0;
    for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n", -1)) {
      number++;
      String id = line.strip();
      if (!id.isEmpty()) {
        check(file + " line " + number, id);
        ids.add(id);
      }
      if (ids.size() > MAX_IDS) {
        throw new IllegalArgumentException(file + " must list " + MAX_IDS + " IDs at most");
      }
    }
    return ids;
  }

  private static void check(String place, String id) {
    if (SESSION.matcher(id).matches()) {
      throw new IllegalArgumentException(
          place
              + " is the value of a session's cookie, which lets whoever has it be that user; list"
              + " the routing ID alone, the second of its parts between dots");
    }
    if (id.length() > Split.MAX_ID_CHARS || !ID.matcher(id).matches()) {
      throw new IllegalArgumentException(
          place
              + " must be one routing ID of at most "
              + Split.MAX_ID_CHARS
              + " visible ASCII characters");
    }
  }
}
