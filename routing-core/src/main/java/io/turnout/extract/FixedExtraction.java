// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import org.jspecify.annotations.Nullable;

/** The answers that hold no value. */
enum FixedExtraction implements Extraction {
  ABSENT(Kind.ABSENT),
  AMBIGUOUS(Kind.AMBIGUOUS),
  NEEDS_BODY(Kind.NEEDS_BODY),
  NO_KEY(Kind.NO_KEY),
  BODY_LIMIT(UnreadableCause.BODY_LIMIT),
  BODY_ENCODED(UnreadableCause.BODY_ENCODED),
  BODY_MALFORMED(UnreadableCause.BODY_MALFORMED);

  private final Kind kind;
  private final @Nullable UnreadableCause cause;

  FixedExtraction(Kind kind) {
    this.kind = kind;
    this.cause = null;
  }

  FixedExtraction(UnreadableCause cause) {
    this.kind = Kind.UNREADABLE;
    this.cause = cause;
  }

  @Override
  public Kind kind() {
    return kind;
  }

  @Override
  public UnreadableCause cause() {
    return cause != null ? cause : Extraction.super.cause();
  }
}
