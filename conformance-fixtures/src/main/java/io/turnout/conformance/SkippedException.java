// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

/** Says that an implementation leaves a case out; the message says why. */
final class SkippedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SkippedException(String why) {
    super(why);
  }
}
