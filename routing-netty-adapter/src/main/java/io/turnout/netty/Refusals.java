// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.turnout.decision.Refusal;

/** What a client is told where no decision says it. */
final class Refusals {

  /** The request could not be decided although it should have been. */
  static final Refusal INTERNAL = new Refusal(500, "internal", "The request was not decided.");

  private static final Refusal BAD_REQUEST =
      new Refusal(400, "bad-request", "The request breaks the rules of HTTP.");
  private static final Refusal TARGET_TOO_LONG =
      new Refusal(414, "target-too-long", "The request line is too long.");
  private static final Refusal HEADERS_TOO_LARGE =
      new Refusal(431, "headers-too-large", "The header section is too large.");

  private Refusals() {}

  /** What is said of a request that the engine could not read. */
  static Refusal of(Throwable failure) {
    if (failure instanceof TooLongHttpLineException) {
      return TARGET_TOO_LONG;
    }
    return failure instanceof TooLongHttpHeaderException ? HEADERS_TOO_LARGE : BAD_REQUEST;
  }
}
