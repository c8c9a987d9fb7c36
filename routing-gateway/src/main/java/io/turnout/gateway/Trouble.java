// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

/** What can go wrong with a request apart from its decision; each has a status and a reason. */
enum Trouble {
  /** The request's head breaks HTTP's rules, or could be read in two ways. */
  BAD_REQUEST(400, "bad-request", "The request breaks the rules of HTTP."),
  /** The request line is longer than the limit. */
  TARGET_TOO_LONG(414, "target-too-long", "The request line is too long."),
  /** The header section is longer than the limit. */
  HEADERS_TOO_LARGE(431, "headers-too-large", "The header section is too large."),
  /** The method or a transfer coding is none that a gateway serves. */
  NOT_IMPLEMENTED(501, "not-implemented", "The gateway does not serve this."),
  /** The client stopped sending its request. */
  REQUEST_TIMEOUT(408, "request-timeout", "The rest of the request did not come in time."),
  /** The decision took longer than an exchange may stand still. */
  DECISION_TIMEOUT(503, "decision-timeout", "Where the request belongs was not found in time."),
  /** The decision names a cell whose address the gateway was not told. */
  NO_ORIGIN(503, "no-origin", "The cell of this request has no address here."),
  /** No endpoint of the cell has the labels that the decision asks for. */
  NO_ENDPOINT(503, "no-endpoint", "No endpoint serves this version of the cell."),
  /** No connection to the cell could be made. */
  CELL_UNREACHABLE(502, "cell-unreachable", "The cell cannot be reached."),
  /** The cell broke off, or answered what is no HTTP. */
  CELL_FAILED(502, "cell-failed", "The cell gave no proper answer."),
  /** The cell did not take the request, or did not answer, in time. */
  CELL_TIMEOUT(504, "cell-timeout", "The cell did not answer in time."),
  /** Too many requests wait for a connection to the cell. */
  CELL_BUSY(503, "cell-busy", "The cell has no free connection."),
  /** No router of the authority tier can be reached. */
  AUTHORITY_DOWN(
      503, "authority-down", "The request cannot be decided here, and not be handed on.", 1),
  /** The authority tier broke off, or answered what is no HTTP. */
  AUTHORITY_FAILED(502, "authority-failed", "The authority tier gave no proper answer."),
  /** The authority tier did not take the request, or did not answer, in time. */
  AUTHORITY_TIMEOUT(504, "authority-timeout", "The authority tier did not answer in time."),
  /** Too many requests wait for a connection to the authority tier. */
  AUTHORITY_BUSY(503, "authority-busy", "The authority tier has no free connection.", 1),
  /** The client stopped taking its answer. */
  CLIENT_STALLED(408, "client-stalled", "The client did not take the answer."),
  /** The gateway itself failed. */
  INTERNAL(500, "internal", "The gateway failed.");

  private final int status;
  private final String reason;
  private final String text;
  private final int retrySeconds;

  Trouble(int status, String reason, String text) {
    this(status, reason, text, 0);
  }

  Trouble(int status, String reason, String text, int retrySeconds) {
    this.retrySeconds = retrySeconds;
    this.status = status;
    this.reason = reason;
    this.text = text;
  }

  Refusal refusal() {
    return new Refusal(status, reason, text, retrySeconds);
  }

  /** The same where the request was on its way to the authority tier instead of a cell. */
  Trouble atAuthority() {
    return switch (this) {
      case NO_ORIGIN, CELL_UNREACHABLE -> AUTHORITY_DOWN;
      case CELL_FAILED -> AUTHORITY_FAILED;
      case CELL_TIMEOUT -> AUTHORITY_TIMEOUT;
      case CELL_BUSY -> AUTHORITY_BUSY;
      default -> this;
    };
  }
}
