// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.Supplier;

/** Answers for the gateway's health: 200 while it serves, 503 once it stops. */
final class Health {

  private final String path;
  private final Supplier<Report> report;

  /**
   * What is answered.
   *
   * @param serving whether the gateway takes requests
   * @param json the document
   */
  record Report(boolean serving, String json) {}

  Health(String path, Supplier<Report> report) {
    this.path = path;
    this.report = report;
  }

  /** Whether a request asks for it. */
  boolean isAsked(HttpServerRequest request) {
    return path.equals(request.path())
        && (request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD));
  }

  /** Answers a request. */
  void answer(HttpServerRequest request) {
    Report now = report.get();
    Buffer document = Buffer.buffer(now.json());
    HttpServerResponse response = request.response();
    response.setStatusCode(now.serving() ? 200 : 503);
    response.putHeader(HttpHeaders.CONTENT_TYPE, "application/json");
    response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(document.length()));
    if (request.method().equals(HttpMethod.HEAD)) {
      response.end();
    } else {
      response.end(document);
    }
  }
}
