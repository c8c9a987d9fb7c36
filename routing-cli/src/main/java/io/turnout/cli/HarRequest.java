// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Reads a request of a HAR 1.2 file. */
final class HarRequest {

  private HarRequest() {}

  /**
   * Reads a request.
   *
   * @throws IllegalArgumentException if it is none; the message says why
   */
  static GivenRequest read(JsonNode request) {
    if (!request.path("method").isTextual() || !request.path("url").isTextual()) {
      throw new IllegalArgumentException("a request must have the texts \"method\" and \"url\"");
    }
    CurlUrl url = CurlUrl.of(request.path("url").textValue());
    List<GivenRequest.Field> headers = new ArrayList<>();
    for (JsonNode header : request.path("headers")) {
      String name = header.path("name").asText();
      if (!name.isEmpty() && !name.startsWith(":")) {
        headers.add(GivenRequest.Field.ofText(name, header.path("value").asText()));
      }
    }
    if (headers.stream().noneMatch(field -> field.name().equalsIgnoreCase("host"))) {
      headers.add(0, GivenRequest.Field.ofText("Host", url.host()));
    }
    byte[] content = content(request.path("postData"));
    return GivenRequest.of(
        request.path("method").textValue(), url.scheme(), url.target(), headers, content);
  }

  private static byte[] content(JsonNode data) {
    String text = data.path("text").asText("");
    if (data.path("encoding").asText().equals("base64")) {
      return Base64.getDecoder().decode(text);
    }
    if (text.isEmpty() && data.path("params").isArray()) {
      List<String> pairs = new ArrayList<>();
      for (JsonNode pair : data.path("params")) {
        pairs.add(
            CurlBody.encodedText(pair.path("name").asText())
                + "="
                + CurlBody.encodedText(pair.path("value").asText()));
      }
      text = String.join("&", pairs);
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
