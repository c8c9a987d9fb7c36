// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import java.util.Objects;

/**
 * A header field to be written.
 *
 * @param name its name
 * @param value its value, printable ASCII
 */
public record HeaderField(String name, String value) {

  /** Checks that both are there. */
  public HeaderField {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
  }
}
