// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.Comparator;

/**
 * A place in a text.
 *
 * @param line the line, from 1
 * @param column the column, from 1, counted in Unicode code points
 */
public record Position(int line, int column) implements Comparable<Position> {

  /** The first character of a text. */
  public static final Position START = new Position(1, 1);

  private static final Comparator<Position> ORDER =
      Comparator.comparingInt(Position::line).thenComparingInt(Position::column);

  /**
   * Checks both numbers.
   *
   * @throws IllegalArgumentException if one is below 1
   */
  public Position {
    if (line < 1 || column < 1) {
      throw new IllegalArgumentException(
          "line " + line + " and column " + column + " must both be 1 or more");
    }
  }

  /** The text form, {@code line:column}. */
  public String text() {
    return line + ":" + column;
  }

  @Override
  public int compareTo(Position other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return text();
  }
}
