// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

/**
 * What a source answers.
 *
 * @param text the value if it was found, the detail if it is unreadable, else empty
 * @param read the bytes of the body that the answer took
 */
public record NaiveAnswer(Kind kind, String text, int read) {

  /** The kinds of answer. */
  public enum Kind {
    FOUND,
    ABSENT,
    AMBIGUOUS,
    UNREADABLE
  }

  static NaiveAnswer found(String value, int read) {
    return new NaiveAnswer(Kind.FOUND, value, read);
  }

  static NaiveAnswer absent(int read) {
    return new NaiveAnswer(Kind.ABSENT, "", read);
  }

  static NaiveAnswer ambiguous(int read) {
    return new NaiveAnswer(Kind.AMBIGUOUS, "", read);
  }

  static NaiveAnswer unreadable(String detail, int read) {
    return new NaiveAnswer(Kind.UNREADABLE, detail, read);
  }
}
