// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import java.util.Objects;
import java.util.Optional;

/**
 * What a header field says, or why it is ignored. If there is neither, the field is not there.
 *
 * @param value what it says
 * @param mistake why it is ignored as a whole
 */
public record FieldReading<T>(Optional<T> value, Optional<FieldMistake> mistake) {

  /**
   * Checks that there is at most one of both.
   *
   * @throws IllegalArgumentException if there are both
   */
  public FieldReading {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(mistake, "mistake");
    if (value.isPresent() && mistake.isPresent()) {
      throw new IllegalArgumentException("a field that has a value has no mistake");
    }
  }

  static <T> FieldReading<T> of(T value) {
    return new FieldReading<>(Optional.of(value), Optional.empty());
  }

  static <T> FieldReading<T> ignored(FieldMistake mistake) {
    return new FieldReading<>(Optional.empty(), Optional.of(mistake));
  }

  static <T> FieldReading<T> absent() {
    return new FieldReading<>(Optional.empty(), Optional.empty());
  }
}
