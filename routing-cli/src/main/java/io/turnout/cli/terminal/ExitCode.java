// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.terminal;

/** How the command ends. */
public final class ExitCode {

  /** All is well. */
  public static final int OK = 0;

  /** The answer is no: warnings under {@code --strict}, a check that failed. */
  public static final int NO = 1;

  /** The file or the call is wrong. */
  public static final int WRONG = 2;

  private ExitCode() {}
}
