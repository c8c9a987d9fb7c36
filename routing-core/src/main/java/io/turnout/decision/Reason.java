// SPDX-License-Identifier: Apache-2.0
package io.turnout.decision;

/** Why a request was not simply routed by a rule or a key. */
public enum Reason {
  /** No rule decided. */
  NO_RULE("no-rule"),
  /** A source held two different values; nothing was guessed. */
  AMBIGUOUS("ambiguous"),
  /** A rule looked at a path that is malformed. */
  MALFORMED("malformed"),
  /** A body had to be read and could not be read to the point where the answer is certain. */
  UNREADABLE_BODY("unreadable-body"),
  /** The authority knows no such key. */
  UNKNOWN_KEY("unknown-key"),
  /** The cell of the key could not be found out. */
  UNAVAILABLE("unavailable"),
  /** The key is not cached, and the request was handed on. */
  MISS("miss"),
  /** What is cached of the key is expired, and the request was handed on. */
  EXPIRED("expired"),
  /** A source needs a token whose keys this tier does not hold, and the request was handed on. */
  NO_KEY("no-key"),
  /** The cell does not hold the key, and the request was handed on. */
  WRONG_CELL("wrong-cell"),
  /** The request has passed too many routers. */
  LOOP("loop");

  private final String text;

  Reason(String text) {
    this.text = text;
  }

  /** The spelling of the rule file, of fixtures and of logs. */
  public String text() {
    return text;
  }
}
