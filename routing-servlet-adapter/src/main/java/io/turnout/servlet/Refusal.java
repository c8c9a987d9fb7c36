// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.decision.RouteDecision;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a client is told of a request that goes nowhere (RFC 9457). It names no rule, no cell and no
 * key.
 *
 * @param status the status, 400 to 599
 * @param reason why, as one word
 * @param text the same for people; it needs no escaping in JSON
 */
record Refusal(int status, String reason, String text) {

  static final String MEDIA_TYPE = "application/problem+json";

  /** The body did not come in time. */
  static final Refusal REQUEST_TIMEOUT =
      new Refusal(408, "request-timeout", "The rest of the request did not come in time.");

  /** The decision was not made in time. */
  static final Refusal DECISION_TIMEOUT =
      new Refusal(503, "decision-timeout", "Where the request belongs was not found in time.");

  private static final String RULE_REJECTS = "rejected";

  private static final Map<Integer, String> TITLES =
      Map.ofEntries(
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(402, "Payment Required"),
          Map.entry(403, "Forbidden"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(406, "Not Acceptable"),
          Map.entry(408, "Request Timeout"),
          Map.entry(409, "Conflict"),
          Map.entry(410, "Gone"),
          Map.entry(411, "Length Required"),
          Map.entry(412, "Precondition Failed"),
          Map.entry(413, "Content Too Large"),
          Map.entry(414, "URI Too Long"),
          Map.entry(415, "Unsupported Media Type"),
          Map.entry(417, "Expectation Failed"),
          Map.entry(421, "Misdirected Request"),
          Map.entry(422, "Unprocessable Content"),
          Map.entry(423, "Locked"),
          Map.entry(425, "Too Early"),
          Map.entry(426, "Upgrade Required"),
          Map.entry(428, "Precondition Required"),
          Map.entry(429, "Too Many Requests"),
          Map.entry(431, "Request Header Fields Too Large"),
          Map.entry(451, "Unavailable For Legal Reasons"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(501, "Not Implemented"),
          Map.entry(502, "Bad Gateway"),
          Map.entry(503, "Service Unavailable"),
          Map.entry(504, "Gateway Timeout"),
          Map.entry(507, "Insufficient Storage"),
          Map.entry(508, "Loop Detected"));

  /** What a decision to reject says. */
  static Refusal of(RouteDecision rejected) {
    String reason = rejected.reason().map(why -> why.text()).orElse(RULE_REJECTS);
    return new Refusal(rejected.status().orElseThrow(), reason, text(reason, rejected));
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

  private String title() {
    String known = TITLES.get(status);
    return known != null ? known : status < 500 ? "Client Error" : "Server Error";
  }

  /** The document. */
  String json() {
    return "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\",\"reason\":\"%s\"}"
        .formatted(title(), status, text, reason);
  }

  /** Answers with it. */
  void write(HttpServletResponse response) throws IOException {
    byte[] document = json().getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.setContentType(MEDIA_TYPE);
    response.setContentLength(document.length);
    response.getOutputStream().write(document);
    response.flushBuffer();
  }
}
