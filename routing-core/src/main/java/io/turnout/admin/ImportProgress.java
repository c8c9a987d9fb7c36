// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far an import has come.
 *
 * @param lines so many lines are done with
 * @param checksum of these lines, so that another file is not taken for the same
 */
record ImportProgress(long lines, long checksum) {

  private static final int MAX_BYTES = 200;
  private static final Pattern FORM =
      Pattern.compile("turnout-import 1\nlines ([0-9]{1,18})\nchecksum ([0-9a-f]{1,8})\n");

  /**
   * Reads a file.
   *
   * @return empty if there is none
   * @throws IOException if it is no such file
   */
  static Optional<ImportProgress> read(Path file) throws IOException {
    byte[] bytes;
    try (var in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    Matcher form = FORM.matcher(new String(bytes, StandardCharsets.US_ASCII));
    if (!form.matches()) {
      throw new IOException("\"" + file + "\" does not hold the progress of an import");
    }
    return Optional.of(
        new ImportProgress(Long.parseLong(form.group(1)), Long.parseLong(form.group(2), 16)));
  }

  /** Replaces a file in one step. */
  void write(Path file) throws IOException {
    String text = "turnout-import 1\nlines " + lines + "\nchecksum " + Long.toHexString(checksum);
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, text + '\n', StandardCharsets.US_ASCII);
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
