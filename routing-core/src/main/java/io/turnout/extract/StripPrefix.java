// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/** {@code strip-prefix: TEXT}: text that does not start so stays as it is. */
record StripPrefix(String prefix) implements Transform {

  @Override
  public String word() {
    return "strip-prefix";
  }

  @Override
  public String operand() {
    return prefix;
  }

  @Override
  public String apply(String text) {
    return text.startsWith(prefix) ? text.substring(prefix.length()) : text;
  }

  @Override
  public String toString() {
    return "strip-prefix: " + prefix;
  }
}
