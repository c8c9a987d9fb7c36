// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * The text as the YAML parser reads it: all of it at hand, so that a token takes time in proportion
 * to its length. The parser's own reader copies what it holds of a token each time it reads on.
 */
final class WholeText extends StreamReader {

  private final int[] codePoints;
  private int at;
  private int line;
  private int column;

  WholeText(String text) {
    super("");
    codePoints = text.codePoints().toArray();
  }

  @Override
  public Mark getMark() {
    return new Mark("reader", at, line, column, codePoints, at);
  }

  @Override
  public void forward(int length) {
    int end = Math.min(at + length, codePoints.length);
    while (at < end) {
      int c = codePoints[at++];
      if (c == '\n' || c == '\r' && at < codePoints.length && codePoints[at] != '\n') {
        line++;
        column = 0;
      } else if (c != '\uFEFF') {
        column++;
      }
    }
  }

  @Override
  public int peek() {
    return peek(0);
  }

  @Override
  public int peek(int index) {
    return at + index < codePoints.length ? codePoints[at + index] : '\0';
  }

  @Override
  public String prefix(int length) {
    return new String(codePoints, at, Math.min(length, codePoints.length - at));
  }

  /** Reads text without a line break. */
  @Override
  public String prefixForward(int length) {
    String prefix = prefix(length);
    at = Math.min(at + length, codePoints.length);
    column += length;
    return prefix;
  }

  @Override
  public int getIndex() {
    return at;
  }

  @Override
  public int getDocumentIndex() {
    return at;
  }

  @Override
  public int getLine() {
    return line;
  }

  @Override
  public int getColumn() {
    return column;
  }
}
