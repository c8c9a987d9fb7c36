// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import java.io.Serial;

/** A line cannot be understood. Its text names no route key. */
final class BadLineException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final String column;
  private final String expected;

  BadLineException(String column, String expected) {
    super(column + ": " + expected);
    this.column = column;
    this.expected = expected;
  }

  ImportReport.Refusal at(long line) {
    return new ImportReport.Refusal(line, column, expected);
  }
}
