// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A recorded request and what it must lead to.
 *
 * @param name its name in the recording
 * @param headers its header fields, without {@code Content-Length} and {@code Transfer-Encoding}
 * @param hasBody whether it has a body, which may be empty
 * @param body the bytes of its body
 */
@SuppressWarnings("ArrayRecordComponent") // recorded requests are never compared
record Recorded(
    String name,
    String method,
    String target,
    List<Field> headers,
    boolean hasBody,
    byte[] body,
    Expected expected) {

  static Recorded of(JsonNode line) {
    JsonNode request = line.required("request");
    List<Field> headers = new ArrayList<>();
    for (JsonNode pair : request.path("headers")) {
      headers.add(new Field(pair.path(0).asText(), bytesOf(pair.path(1).asText())));
    }
    boolean hasBody =
        request.has("body") || request.has("body-base64") || request.has("body-repeat");
    return new Recorded(
        line.required("name").asText(),
        request.path("method").asText("GET"),
        bytesOf(request.required("target").asText()),
        List.copyOf(headers),
        hasBody,
        body(request),
        Expected.of(line.required("expect")));
  }

  /** The UTF-8 bytes of a text, one char for each. */
  private static String bytesOf(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static byte[] body(JsonNode request) {
    if (request.has("body-base64")) {
      return Base64.getDecoder().decode(request.get("body-base64").asText());
    }
    JsonNode repeat = request.path("body-repeat");
    String text =
        repeat.isObject()
            ? repeat.path("before").asText("")
                + repeat.required("text").asText().repeat(repeat.required("times").asInt())
                + repeat.path("after").asText("")
            : request.path("body").asText("");
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
