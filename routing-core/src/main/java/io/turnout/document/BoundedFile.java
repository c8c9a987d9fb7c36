// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a file whole, but never more of it than a limit. */
final class BoundedFile {

  private BoundedFile() {}

  /**
   * Reads a regular file; symbolic links are followed.
   *
   * @param file the file
   * @param maxBytes the most that it may hold, in bytes
   * @throws IOException if there is no such file, it is no regular file, holds more or cannot be
   *     read; the message says which and names the file
   */
  static byte[] read(Path file, int maxBytes) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException("\"" + file + "\" is no regular file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(maxBytes);
      if (content.length == maxBytes && in.read() >= 0) {
        throw new IOException("\"" + file + "\" has more than " + maxBytes + " bytes");
      }
      return content;
    } catch (NoSuchFileException e) {
      throw new IOException("there is no file \"" + file + "\"", e);
    } catch (AccessDeniedException e) {
      throw new IOException("\"" + file + "\" may not be read", e);
    }
  }
}
