// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import java.util.Objects;

/**
 * What another router said cannot be read. The text holds nothing of what was said, which may be
 * personal data.
 */
public final class UnreadableException extends Exception {

  private static final long serialVersionUID = 1L;

  private final FieldMistake mistake;

  UnreadableException(FieldMistake mistake, String message) {
    super(message);
    this.mistake = Objects.requireNonNull(mistake, "mistake");
  }

  /** What is wrong with it. */
  public FieldMistake mistake() {
    return mistake;
  }
}
