// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import org.jspecify.annotations.Nullable;

/**
 * A step between the text found and the key's value. Immutable; {@code toString} is what the file
 * said.
 */
public sealed interface Transform
    permits Trim, Lowercase, StripPrefix, Capture, Base64Text, EmailDomain, Sha256 {

  /** The transform's word in the file: {@code trim}. */
  String word();

  /** What stands after the word in the file; empty if nothing does. */
  default String operand() {
    return "";
  }

  /** The text that comes out; null if the source counts as absent then. */
  @Nullable String apply(String text);
}
