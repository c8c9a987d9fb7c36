// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/** Why a body could not be read to the point where the answer is certain. */
public enum UnreadableCause {
  /** The limit was reached first. */
  BODY_LIMIT("body-limit"),
  /** The body is content-encoded. */
  BODY_ENCODED("body-encoded"),
  /** It breaks off, breaks its own grammar, is no UTF-8 or nests too deep. */
  BODY_MALFORMED("body-malformed");

  private final String text;

  UnreadableCause(String text) {
    this.text = text;
  }

  /** The spelling of fixtures, headers and logs. */
  public String text() {
    return text;
  }
}
