// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

/** Colours, used on a terminal only, and never where {@code NO_COLOR} is set. */
enum Ink {
  RED("31"),
  GREEN("32"),
  YELLOW("33"),
  BLUE("34"),
  DIM("2"),
  BOLD("1");

  private static final boolean ON =
      System.console() != null
          && System.getenv("NO_COLOR") == null
          && !"dumb".equals(System.getenv("TERM"));

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  /** {@code text} in this colour where colours are shown, else {@code text} as it is. */
  String paint(String text) {
    return ON ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
