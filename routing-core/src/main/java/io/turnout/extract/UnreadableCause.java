// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/** Why a body could not be read to the point where the answer is certain. */
public enum UnreadableCause {
  /** The limit was reached first. */
  BODY_LIMIT,
  /** The body is content-encoded. */
  BODY_ENCODED,
  /** It breaks off, breaks its own grammar, is no UTF-8 or nests too deep. */
  BODY_MALFORMED
}
