// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import java.nio.charset.StandardCharsets;

/**
 * What a client is told of a request that goes no further (RFC 9457). It names no rule, no cell and
 * no key.
 *
 * @param status the status, 400 to 599
 * @param reason why, as one word of letters and hyphens
 * @param text the same for people, without anything that JSON would have to escape
 */
record Refusal(int status, String reason, String text) {

  static final String MEDIA_TYPE = "application/problem+json";

  /** The request could not be decided although it should have been. */
  static final Refusal INTERNAL = new Refusal(500, "internal", "The request was not decided.");

  /** What a decision to reject says. */
  static Refusal of(RouteDecision rejected) {
    String reason = rejected.reason().map(Reason::text).orElse("rejected");
    return new Refusal(rejected.status().orElseThrow(), reason, text(reason, rejected));
  }

  /** What is said of a request that the engine could not read. */
  static Refusal of(Throwable failure) {
    if (failure instanceof TooLongHttpLineException) {
      return new Refusal(414, "target-too-long", "The request line is too long.");
    }
    return failure instanceof TooLongHttpHeaderException
        ? new Refusal(431, "headers-too-large", "The header section is too large.")
        : new Refusal(400, "bad-request", "The request breaks the rules of HTTP.");
  }

  private static String text(String reason, RouteDecision rejected) {
    return switch (reason) {
      case "no-rule" -> "No rule says where this request belongs.";
      case "ambiguous" -> "The request holds two different keys.";
      case "malformed" -> "The path of the request is malformed.";
      case "unreadable-body" ->
          "The body could not be read as far as needed"
              + rejected.detail().map(cause -> " (" + cause.text() + ").").orElse(".");
      case "unknown-key" -> "The key of this request is not known.";
      case "unavailable" -> "Where the request belongs cannot be found out at the moment.";
      case "loop" -> "The request has passed too many routers.";
      default -> "The request is not accepted.";
    };
  }

  /** The status in words, as RFC 9110 has them. */
  private String title() {
    return switch (status) {
      case 413 -> "Content Too Large";
      case 422 -> "Unprocessable Content";
      default -> HttpResponseStatus.valueOf(status).reasonPhrase();
    };
  }

  /** The document as JSON. */
  byte[] json() {
    String document =
        "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\",\"reason\":\"%s\"}"
            .formatted(title(), status, text, reason);
    return document.getBytes(StandardCharsets.US_ASCII);
  }
}
