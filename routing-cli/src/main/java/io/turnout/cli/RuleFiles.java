// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.RuleSet;
import java.nio.file.Path;

/** Reads the rule files that commands work on. */
final class RuleFiles {

  private RuleFiles() {}

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it is refused; the message has every mistake
   */
  static RuleSet load(Path file) {
    try {
      return RuleSet.load(file);
    } catch (InvalidRulesException e) {
      throw new IllegalArgumentException(e.getMessage());
    }
  }
}
