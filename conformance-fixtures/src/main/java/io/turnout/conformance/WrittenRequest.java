// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A request in the form in which fixtures and recordings write it down. Immutable; texts hold one
 * char for each byte, as {@link io.turnout.request.RequestHead} has them.
 */
public final class WrittenRequest {

  /** The largest body that is made from what is written, in bytes. */
  static final int MAX_BODY_BYTES = 64 << 20;

  /**
   * A header field.
   *
   * @param name its name as it is written
   * @param value its value, one char for each byte
   */
  public record Field(String name, String value) {}

  private final JsonNode json;
  private final List<Field> fields;
  private final byte[] body;

  WrittenRequest(JsonNode json) {
    this(json, fields(json), body(json));
  }

  private WrittenRequest(JsonNode json, List<Field> fields, byte[] body) {
    this.json = json;
    this.fields = fields;
    this.body = body;
  }

  private static List<Field> fields(JsonNode json) {
    List<Field> fields = new ArrayList<>();
    for (JsonNode pair : json.path("headers")) {
      fields.add(new Field(pair.required(0).asText(), value(pair.required(1))));
    }
    return fields;
  }

  /**
   * Reads a request.
   *
   * @param json a JSON object: {@code request} in {@code fixture.schema.json}
   * @throws IllegalArgumentException if it is not that, or its body has more than 64 MiB
   */
  public static WrittenRequest parse(String json) {
    try {
      return new WrittenRequest(new JsonMapper().readTree(json));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the request is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** The method; {@code GET} where it is left out. */
  public String method() {
    return json.path("method").asText("GET");
  }

  /** The request target; {@code /} where it is left out. */
  public String target() {
    return bytesOf(json.path("target").asText("/"));
  }

  /** The header fields, in order. */
  public List<Field> fields() {
    return List.copyOf(fields);
  }

  /**
   * The same request as it comes over a connection without TLS.
   *
   * @param sent the header fields, instead of its own
   * @param remote the address that it comes from
   */
  public WrittenRequest over(List<Field> sent, String remote) {
    ObjectNode other = json.deepCopy();
    other.put("scheme", "http").put("remote", remote).remove("peer-names");
    return new WrittenRequest(other, List.copyOf(sent), body);
  }

  /** The address that it comes from; empty where it does not say. */
  public Optional<String> remote() {
    return Optional.of(json.path("remote").asText("")).filter(address -> !address.isEmpty());
  }

  /** The names that its peer proved to hold. */
  public List<String> peerNames() {
    List<String> names = new ArrayList<>();
    json.path("peer-names").forEach(name -> names.add(name.asText()));
    return names;
  }

  /** Whether there is a body; it may be empty. */
  public boolean hasBody() {
    return json.has("body") || json.has("body-base64") || json.has("body-repeat");
  }

  /** A copy of the bytes of the body; none if there is no body. */
  public byte[] body() {
    return body.clone();
  }

  /** A copy of a part of the body. */
  byte[] body(int from, int to) {
    return Arrays.copyOfRange(body, from, to);
  }

  int bodyLength() {
    return body.length;
  }

  /** A member that only some users look at. */
  JsonNode member(String name) {
    return json.path(name);
  }

  private static String value(JsonNode value) {
    if (!value.isObject()) {
      return bytesOf(value.asText());
    }
    byte[] bytes = Base64.getDecoder().decode(value.required("base64").asText());
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** The UTF-8 bytes of a text, one char for each. */
  private static String bytesOf(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static byte[] body(JsonNode request) {
    if (request.has("body-base64")) {
      return Base64.getDecoder().decode(request.get("body-base64").asText());
    }
    if (request.has("body-repeat")) {
      return repeated(request.get("body-repeat"));
    }
    return request.path("body").asText("").getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] repeated(JsonNode repeat) {
    String text = repeat.required("text").asText();
    long times = repeat.required("times").asLong();
    long bytes = text.getBytes(StandardCharsets.UTF_8).length * times;
    if (times < 0 || times > MAX_BODY_BYTES || bytes > MAX_BODY_BYTES) {
      throw new IllegalArgumentException(
          "body-repeat: times "
              + times
              + " must be 0 or more, and make no more than "
              + MAX_BODY_BYTES
              + " bytes");
    }
    String whole =
        repeat.path("before").asText("")
            + text.repeat((int) times)
            + repeat.path("after").asText("");
    return whole.getBytes(StandardCharsets.UTF_8);
  }
}
