// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/** The part of a {@link BodyScan} that knows one format; settles {@link Answers}. */
sealed interface BodyScanner permits JsonQuestions, FormQuestions {

  /**
   * Reads [from, to) of {@code bytes} as far as an open question asks for it.
   *
   * @param offset the number of bytes read before
   */
  void scan(byte[] bytes, int from, int to, long offset);

  /** The body, of at least one byte, is complete; settles every question that is open. */
  void end(long totalBytes);

  /** Questions were settled from outside. */
  void answersChanged();
}
