// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import java.io.IOException;

/** An authority behind HTTP gave no answer; the text says why, and holds no key. */
final class AnswerException extends IOException {

  private static final long serialVersionUID = 1L;

  AnswerException(String message) {
    super(message);
  }

  AnswerException(String message, Throwable cause) {
    super(message, cause);
  }
}
