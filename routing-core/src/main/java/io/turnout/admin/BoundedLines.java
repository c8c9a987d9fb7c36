// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The lines of a stream, each at most so long, with a checksum of all that was read. */
final class BoundedLines {

  private static final String BYTE_ORDER_MARK = "\ufeff";

  private final InputStream in;
  private final int maxBytes;
  private final CRC32C checksum = new CRC32C();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long lines;

  BoundedLines(InputStream in, int maxBytes) {
    this.in = new BufferedInputStream(in);
    this.maxBytes = maxBytes;
  }

  /**
   * Goes to the next line.
   *
   * @return whether there is one
   */
  boolean next() throws IOException {
    line.reset();
    int b = in.read();
    if (b < 0) {
      return false;
    }
    lines++;
    while (b >= 0) {
      checksum.update(b);
      if (b == '\n') {
        break;
      }
      if (line.size() <= maxBytes) {
        line.write(b);
      }
      b = in.read();
    }
    return true;
  }

  /** The line without its end; empty if there is nothing on it. */
  Optional<String> text() throws BadLineException {
    if (line.size() > maxBytes) {
      throw new BadLineException("", "a line may have at most " + maxBytes + " bytes");
    }
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(line.toByteArray()))
              .toString();
      if (lines == 1 && text.startsWith(BYTE_ORDER_MARK)) {
        text = text.substring(1);
      }
      text = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      return text.isBlank() ? Optional.empty() : Optional.of(text);
    } catch (CharacterCodingException e) {
      throw new BadLineException("", "a line must be UTF-8");
    }
  }

  /** How many lines were read. */
  long lines() {
    return lines;
  }

  /** Of all bytes of these lines. */
  long checksum() {
    return checksum.getValue();
  }
}
