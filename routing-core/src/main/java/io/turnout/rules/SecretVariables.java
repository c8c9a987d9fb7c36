// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import java.util.Optional;

/**
 * Where the secrets come from that a rule file names as {@code env:NAME}. Asked while a file is
 * read, on the thread that reads it.
 */
@FunctionalInterface
public interface SecretVariables {

  /** The value of a variable; empty if there is none. */
  Optional<String> value(String name);

  /** The environment of this process. */
  static SecretVariables ofProcess() {
    return name -> Optional.ofNullable(System.getenv(name));
  }
}
