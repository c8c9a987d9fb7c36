// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How values of a request are shown: as they are, or as numbers, of which equal values have equal
 * ones.
 */
sealed interface Redaction {

  /** What stands in place of a secret. */
  String SECRET = "(left out)";

  /** What is shown in place of a value. */
  String shown(String value);

  /** Whether values are hidden. */
  boolean hides();

  /** Every value as it is, but for secrets. */
  static Redaction but(List<String> secrets) {
    return new Secrets(List.copyOf(secrets));
  }

  /** No value as it is. */
  static Redaction numbers() {
    return new Numbers(new HashMap<>());
  }

  /** Shows all but secrets. */
  record Secrets(List<String> secrets) implements Redaction {
    @Override
    public String shown(String value) {
      return secrets.contains(value) ? SECRET : value;
    }

    @Override
    public boolean hides() {
      return false;
    }
  }

  /** Hides. */
  record Numbers(Map<String, Integer> numbers) implements Redaction {
    @Override
    public String shown(String value) {
      return "[" + numbers.computeIfAbsent(value, none -> numbers.size() + 1) + "]";
    }

    @Override
    public boolean hides() {
      return true;
    }
  }
}
