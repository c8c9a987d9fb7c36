// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

/** What an exchange waits for at the moment. */
enum Wait {
  /** The part of the body that the decision needs. */
  BODY_TO_DECIDE(Trouble.REQUEST_TIMEOUT),
  /** The decision. */
  DECISION(Trouble.DECISION_TIMEOUT),
  /** The head of the request to leave for the cell. */
  FORWARD(Trouble.CELL_TIMEOUT),
  /** The client to send more of the body. */
  BODY_FROM_CLIENT(Trouble.REQUEST_TIMEOUT),
  /** The cell to take more of the body. */
  BODY_TO_CELL(Trouble.CELL_TIMEOUT),
  /** The head of the cell's answer. */
  ANSWER(Trouble.CELL_TIMEOUT),
  /** Where else the request belongs, since its cell does not hold its key. */
  CORRECTION(Trouble.DECISION_TIMEOUT),
  /** Bytes to move in either direction, now that the answer has begun. */
  PROGRESS(Trouble.CELL_TIMEOUT),
  /** The rest of a body that nobody needs any more. */
  LINGER(Trouble.REQUEST_TIMEOUT);

  private final Trouble trouble;

  Wait(Trouble trouble) {
    this.trouble = trouble;
  }

  /** What it means if it takes too long. */
  Trouble trouble() {
    return trouble;
  }
}
