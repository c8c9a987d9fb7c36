// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.util.Locale;

/** The spelling of constants in what the command prints. */
final class Words {

  private Words() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
