// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.Optional;

/**
 * One way to read a value.
 *
 * @param <T> what it is read as
 */
@FunctionalInterface
public interface ValueReading<T> {

  /**
   * Reads a value, or reports what is wrong with it.
   *
   * @param value the value
   * @param what what messages call it, such as {@code "limit"} with its quotes
   * @return what it says; empty if it is wrong, and then the problem has been reported
   */
  Optional<T> read(Value value, String what);
}
