// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import io.turnout.digest.Sha256Digest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files that the content of another file names: reads them while that content is judged, and
 * tells afterwards whether they still hold what was read.
 *
 * <p>Of what was read a hash is kept, never the content. For one thread at a time.
 */
public final class CompanionFiles {

  private final Map<Path, Seen> read = new LinkedHashMap<>();

  /**
   * What was found.
   *
   * @param maxBytes the most that the file might hold
   * @param state equal for two readings if they found the same
   */
  private record Seen(int maxBytes, String state) {}

  /**
   * Reads a regular file whole; symbolic links are followed. What it finds, also that it cannot be
   * read, is what {@link WatchedFile} holds later readings against.
   *
   * @param maxBytes the most that it may hold, in bytes
   * @throws IOException if there is no such file, it is no regular file, holds more or cannot be
   *     read; the message says which and names the file
   */
  public byte[] read(Path file, int maxBytes) throws IOException {
    try {
      byte[] content = BoundedFile.read(file, maxBytes);
      read.putIfAbsent(file, new Seen(maxBytes, Sha256Digest.hex(content)));
      return content;
    } catch (IOException e) {
      read.putIfAbsent(file, new Seen(maxBytes, String.valueOf(e.getMessage())));
      throw e;
    }
  }

  /** Begins another judgement, which has read nothing yet. */
  void forget() {
    read.clear();
  }

  /** What the judgement has found in each file. */
  List<String> asJudged() {
    return read.values().stream().map(Seen::state).toList();
  }

  /** What the same files hold now. */
  List<String> asTheyAre() {
    List<String> states = new ArrayList<>();
    read.forEach((file, seen) -> states.add(state(file, seen.maxBytes())));
    return states;
  }

  private static String state(Path file, int maxBytes) {
    try {
      return Sha256Digest.hex(BoundedFile.read(file, maxBytes));
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
