// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.terminal;

/** The colours of the command. */
public enum Ink {
  /** What is wrong. */
  RED("31"),
  /** What is right. */
  GREEN("32"),
  /** What deserves a look. */
  YELLOW("33"),
  /** What is neither right nor wrong. */
  BLUE("34"),
  /** What matters less. */
  DIM("2"),
  /** What matters more. */
  BOLD("1");

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  String on(String text) {
    return "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
