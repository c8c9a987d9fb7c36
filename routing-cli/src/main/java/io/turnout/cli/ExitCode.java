// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

/** How the command ends. */
final class ExitCode {

  /** All is well. */
  static final int OK = 0;

  /** The answer is no: warnings under {@code --strict}, a check that failed. */
  static final int NO = 1;

  /** The file or the call is wrong. */
  static final int WRONG = 2;

  private ExitCode() {}
}
