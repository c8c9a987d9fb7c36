// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

/** Says that an implementation did not come to its first answer. */
final class NotStartedException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  NotStartedException(String message, Throwable cause) {
    super(message, cause);
  }
}
