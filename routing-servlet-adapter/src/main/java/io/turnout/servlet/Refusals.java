// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.decision.Refusal;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers that the filter gives itself. */
final class Refusals {

  /** The target holds bytes that it may not, and the container may have changed them. */
  static final Refusal BAD_REQUEST =
      new Refusal(400, "bad-request", "The request breaks the rules of HTTP.");

  /** The body did not come in time. */
  static final Refusal REQUEST_TIMEOUT =
      new Refusal(408, "request-timeout", "The rest of the request did not come in time.");

  /** The decision was not made in time. */
  static final Refusal DECISION_TIMEOUT =
      new Refusal(503, "decision-timeout", "Where the request belongs was not found in time.");

  private Refusals() {}

  /**
   * Answers with a refusal. Where the body was not read to its end, the client is told that the
   * connection ends, since the container may end it.
   */
  static void write(Refusal refusal, ServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] document = refusal.json();
    RoutedRequest routed = RoutedRequest.find(request);
    if (routed != null && routed.hasUnreadBody()) {
      response.setHeader("Connection", "close");
    }
    response.setStatus(refusal.status());
    response.setContentType(Refusal.MEDIA_TYPE);
    response.setContentLength(document.length);
    response.getOutputStream().write(document);
    response.flushBuffer();
  }
}
