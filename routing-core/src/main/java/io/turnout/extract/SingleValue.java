// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.request.Request;
import org.jspecify.annotations.Nullable;

/** Turns the one value of a place in the head, as {@link Request} reads it, into an answer. */
final class SingleValue {

  private SingleValue() {}

  static Extraction extraction(@Nullable String value) {
    if (value == null) {
      return Extraction.absent();
    }
    return Request.isAmbiguous(value) ? Extraction.ambiguous() : Extraction.found(value);
  }
}
