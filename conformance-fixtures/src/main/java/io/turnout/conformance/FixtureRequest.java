// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request as a fixture writes it down. */
final class FixtureRequest implements RequestHead {

  private static final int CLIENT_PORT = 40_000;

  private record Field(String name, String value) {}

  private final JsonNode json;
  private final List<Field> fields = new ArrayList<>();
  private final byte[] body;
  private final BodyPresence presence;

  /**
   * Reads a request.
   *
   * @param inPieces whether the body will come in pieces, so that the head does not say how long it
   *     is
   */
  FixtureRequest(JsonNode json, boolean inPieces) {
    this.json = json;
    for (JsonNode pair : json.path("headers")) {
      fields.add(
          new Field(pair.required(0).asText().toLowerCase(Locale.ROOT), value(pair.required(1))));
    }
    body = body(json);
    presence = presence(json, body, inPieces);
  }

  private static BodyPresence presence(JsonNode json, byte[] body, boolean inPieces) {
    if (!json.has("body") && !json.has("body-base64") && !json.has("body-repeat")) {
      return BodyPresence.NONE;
    }
    return inPieces || body.length == 0 ? BodyPresence.UNKNOWN : BodyPresence.SOME;
  }

  private static String value(JsonNode value) {
    byte[] bytes =
        value.isObject()
            ? Base64.getDecoder().decode(value.required("base64").asText())
            : value.asText().getBytes(StandardCharsets.UTF_8);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** The bytes of the body that a request describes; none if it has no body. */
  static byte[] body(JsonNode request) {
    if (request.has("body-base64")) {
      return Base64.getDecoder().decode(request.get("body-base64").asText());
    }
    if (request.has("body-repeat")) {
      JsonNode repeat = request.get("body-repeat");
      String text =
          repeat.path("before").asText("")
              + repeat.required("text").asText().repeat(repeat.required("times").asInt())
              + repeat.path("after").asText("");
      return text.getBytes(StandardCharsets.UTF_8);
    }
    return request.path("body").asText("").getBytes(StandardCharsets.UTF_8);
  }

  byte[] body(int from, int to) {
    return Arrays.copyOfRange(body, from, to);
  }

  int bodyLength() {
    return body.length;
  }

  @Override
  public String method() {
    return json.path("method").asText("GET");
  }

  @Override
  public String target() {
    byte[] bytes = json.path("target").asText("/").getBytes(StandardCharsets.UTF_8);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Override
  public String scheme() {
    return json.path("scheme").asText("https");
  }

  @Override
  public @Nullable String authority() {
    return null;
  }

  @Override
  public Iterable<String> headerNames() {
    return fields.stream().map(Field::name).distinct().toList();
  }

  @Override
  public @Nullable String header(String name, int index) {
    int left = index;
    for (Field field : fields) {
      if (field.name().equals(name) && left-- == 0) {
        return field.value();
      }
    }
    return null;
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    String remote = json.path("remote").asText("");
    if (remote.isEmpty()) {
      return null;
    }
    try {
      return new InetSocketAddress(InetAddress.getByName(remote), CLIENT_PORT);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("remote \"" + remote + "\" is no address", e);
    }
  }

  @Override
  public List<String> peerNames() {
    List<String> names = new ArrayList<>();
    json.path("peer-names").forEach(name -> names.add(name.asText()));
    return names;
  }

  @Override
  public BodyPresence body() {
    return presence;
  }
}
