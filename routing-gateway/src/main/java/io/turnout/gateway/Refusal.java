// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.turnout.decision.RouteDecision;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * What a client is told of a request that goes to no cell (RFC 9457). It names no rule, no cell and
 * no key.
 *
 * @param status the status, 400 to 599
 * @param reason why, as one word of the rule file or the gateway
 * @param text the same for people
 * @param retrySeconds when it may be tried again, in seconds; 0: nothing is said of it
 */
record Refusal(int status, String reason, String text, int retrySeconds) {

  static final String MEDIA_TYPE = io.turnout.decision.Refusal.MEDIA_TYPE;

  private static final JsonFactory JSON = new JsonFactory();

  /** One that does not say when to try again. */
  Refusal(int status, String reason, String text) {
    this(status, reason, text, 0);
  }

  /** What a decision to reject says. */
  static Refusal of(RouteDecision rejected) {
    io.turnout.decision.Refusal said = io.turnout.decision.Refusal.of(rejected);
    return new Refusal(said.status(), said.reason(), said.detail());
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
  Buffer json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("type", "about:blank");
      json.writeStringField("title", title());
      json.writeNumberField("status", status);
      json.writeStringField("detail", this.text);
      json.writeStringField("reason", reason);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Buffer.buffer(text.toString());
  }
}
