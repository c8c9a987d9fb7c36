// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.Locale;

/** {@code lowercase}, by the root locale. */
record Lowercase() implements Transform {

  @Override
  public String word() {
    return "lowercase";
  }

  @Override
  public String apply(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return "lowercase";
  }
}
