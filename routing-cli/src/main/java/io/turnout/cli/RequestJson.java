// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.client.AddressText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** A request in the form of the conformance fixtures. */
final class RequestJson {

  /** The most that a body may have, in bytes. */
  static final long MAX_BODY_BYTES = CurlBody.MAX_BYTES;

  private RequestJson() {}

  /** Writes a request; a redacted one has the sizes of what it leaves out, and cannot be read. */
  static void write(ObjectNode node, GivenRequest request, Redaction redaction) {
    node.put("method", request.method()).put("scheme", request.scheme());
    node.put("target", redaction.shown(Words.ofBytes(request.target())));
    ArrayNode headers = node.putArray("headers");
    for (GivenRequest.Field field : request.headers()) {
      headers
          .addArray()
          .add(field.name())
          .add(redaction.shown(Words.ofBytes(field.value().strip())));
    }
    request
        .peer()
        .address()
        .ifPresent(address -> node.put("remote", redaction.shown(AddressText.of(address))));
    if (!request.peerNames().isEmpty()) {
      ArrayNode names = node.putArray("peer-names");
      request.peerNames().forEach(name -> names.add(redaction.shown(name)));
    }
    int bytes = request.content().length;
    if (bytes > 0 && redaction.hides()) {
      node.put("body-bytes", bytes);
    } else if (bytes > 0) {
      node.put("body-base64", Base64.getEncoder().encodeToString(request.content()));
    }
  }

  /**
   * Reads a request.
   *
   * @throws IllegalArgumentException if it is none; the message says why
   */
  static GivenRequest read(JsonNode node) {
    if (!node.isObject()) {
      throw new IllegalArgumentException("a request must be an object");
    }
    if (node.has("headers") && !node.path("headers").isArray()) {
      throw new IllegalArgumentException("\"headers\" must be a list of pairs");
    }
    List<GivenRequest.Field> headers = new ArrayList<>();
    for (JsonNode pair : node.path("headers")) {
      if (pair.size() != 2 || !pair.path(0).isTextual()) {
        throw new IllegalArgumentException(
            "a header must be a pair like [\"Host\", \"a.example\"]");
      }
      headers.add(GivenRequest.Field.ofBytes(pair.path(0).textValue(), value(pair.path(1))));
    }
    return new GivenRequest(
        node.has("method") ? text(node, "method") : "GET",
        node.has("scheme") ? text(node, "scheme") : "https",
        latin(text(node, "target")),
        List.copyOf(headers),
        body(node),
        peer(node));
  }

  private static GivenRequest.Peer peer(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.path("peer-names").forEach(name -> names.add(name.asText()));
    Optional<String> remote =
        node.has("remote") ? Optional.of(text(node, "remote")) : Optional.empty();
    return GivenRequest.Peer.of("\"remote\"", remote, names);
  }

  private static String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("a request must have a text \"" + name + "\"");
    }
    return value.textValue();
  }

  private static String value(JsonNode value) {
    return value.isObject()
        ? new String(base64(value.path("base64").asText()), StandardCharsets.ISO_8859_1)
        : latin(value.asText());
  }

  private static byte[] body(JsonNode node) {
    if (node.has("body-base64")) {
      return base64(node.path("body-base64").asText());
    }
    JsonNode repeat = node.path("body-repeat");
    if (!repeat.isObject()) {
      return node.has("body") ? utf8(text(node, "body")) : new byte[0];
    }
    byte[] text = utf8(repeat.path("text").asText());
    long times = repeat.path("times").asLong();
    if (times < 0 || times > MAX_BODY_BYTES / Math.max(1, text.length)) {
      throw new IllegalArgumentException(
          "\"body-repeat\" makes more than " + MAX_BODY_BYTES + " bytes");
    }
    return utf8(
        repeat.path("before").asText("")
            + repeat.path("text").asText().repeat((int) times)
            + repeat.path("after").asText(""));
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a base64 text of the request is none", e);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String latin(String text) {
    return new String(utf8(text), StandardCharsets.ISO_8859_1);
  }
}
