// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads lines of UTF-8 that have no more than so many bytes. */
final class LineReader {

  /** Says that a line is longer than allowed; what was read of it is lost. */
  static final class LineTooLongException extends IOException {

    private static final long serialVersionUID = 1L;

    LineTooLongException(int maxBytes) {
      super("a line of more than " + maxBytes + " bytes");
    }
  }

  private final InputStream in;
  private final int maxBytes;

  LineReader(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /** Whether something can be read without waiting. */
  boolean isReady() throws IOException {
    return in.available() > 0;
  }

  /**
   * The next line, without its end; nothing at the end of the input. A last line needs no end.
   *
   * @throws LineTooLongException if it is too long; the rest of it is still to be read
   */
  Optional<String> next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    if (next < 0) {
      return Optional.empty();
    }
    while (next >= 0 && next != '\n') {
      if (line.size() == maxBytes) {
        throw new LineTooLongException(maxBytes);
      }
      line.write(next);
      next = in.read();
    }
    return Optional.of(line.toString(StandardCharsets.UTF_8).strip());
  }

  /** Leaves out what is left of the line. */
  void skip() throws IOException {
    int next = in.read();
    while (next >= 0 && next != '\n') {
      next = in.read();
    }
  }
}
