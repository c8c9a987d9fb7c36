// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/** What a source, asked for a key, answers. */
public sealed interface Extraction permits Found, FixedExtraction {

  /** The kinds of answer. */
  enum Kind {
    /** The source is present: {@link Extraction#value} is what it holds. */
    FOUND,
    /** The source is not there, or holds nothing that could be a key. */
    ABSENT,
    /** The source holds different values. */
    AMBIGUOUS,
    /** The body has to be read first, or further. */
    NEEDS_BODY,
    /** The body cannot be read that far: {@link Extraction#cause} says why. */
    UNREADABLE,
    /** The source reads a token whose keys are not here, so nobody here knows what it holds. */
    NO_KEY
  }

  /** The kind of this answer. */
  Kind kind();

  /**
   * The value found.
   *
   * @throws IllegalStateException unless the kind is {@link Kind#FOUND}
   */
  default String value() {
    throw new IllegalStateException("only FOUND has a value, and this is " + this);
  }

  /**
   * Why the body is unreadable.
   *
   * @throws IllegalStateException unless the kind is {@link Kind#UNREADABLE}
   */
  default UnreadableCause cause() {
    throw new IllegalStateException("only UNREADABLE has a cause, and this is " + kind());
  }

  /** The answer that holds {@code value}; never empty. */
  static Extraction found(String value) {
    return new Found(value);
  }

  /** The answer of a source that is not there. */
  static Extraction absent() {
    return FixedExtraction.ABSENT;
  }

  /** The answer of a source with different values. */
  static Extraction ambiguous() {
    return FixedExtraction.AMBIGUOUS;
  }

  /** The answer of a body source before enough of the body is there. */
  static Extraction needsBody() {
    return FixedExtraction.NEEDS_BODY;
  }

  /** The answer of a source whose token's keys are not here. */
  static Extraction noKey() {
    return FixedExtraction.NO_KEY;
  }

  /** The answer of a body source whose body cannot be read that far. */
  static Extraction unreadable(UnreadableCause cause) {
    return switch (cause) {
      case BODY_LIMIT -> FixedExtraction.BODY_LIMIT;
      case BODY_ENCODED -> FixedExtraction.BODY_ENCODED;
      case BODY_MALFORMED -> FixedExtraction.BODY_MALFORMED;
    };
  }
}
