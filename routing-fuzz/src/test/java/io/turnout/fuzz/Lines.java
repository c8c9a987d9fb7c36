// SPDX-License-Identifier: Apache-2.0
package io.turnout.fuzz;

import io.turnout.document.Position;
import java.nio.charset.StandardCharsets;

/** A text as lines, as positions count them. */
public final class Lines {

  private final String[] lines;

  private Lines(String[] lines) {
    this.lines = lines;
  }

  /** The lines of a content. */
  public static Lines of(byte[] content) {
    return new Lines(new String(content, StandardCharsets.UTF_8).split("\r\n|\n|\r", -1));
  }

  /** Whether a position is that of a character, or just after the last one of its line. */
  public boolean hold(Position at) {
    if (at.line() < 1 || at.column() < 1 || at.line() > lines.length) {
      return false;
    }
    String line = lines[at.line() - 1];
    return at.column() <= line.codePointCount(0, line.length()) + 1;
  }
}
