// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the text of a JWK set. */
final class JwkSetReader {

  private static final int MAX_DEPTH = 64;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private JwkSetReader() {}

  static List<Jwk> read(byte[] json) {
    try (JsonParser parser = JSON.createParser(json)) {
      require(parser.nextToken() == JsonToken.START_OBJECT, "is no JWK set: no JSON object");
      List<Jwk> keys = new ArrayList<>();
      boolean found = false;
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean isKeys = parser.currentName().equals("keys");
        parser.nextToken();
        if (isKeys) {
          found = true;
          readKeys(parser, keys);
        } else {
          parser.skipChildren();
        }
      }
      require(parser.nextToken() == null, "is no JWK set: something follows its JSON object");
      require(found, "is no JWK set: it has no \"keys\"");
      require(!keys.isEmpty(), "is a JWK set without keys");
      return keys;
    } catch (IOException e) {
      // What the parser says may quote the text, and the text may be a secret.
      throw new IllegalArgumentException(
          "is no JWK set: it is no JSON in UTF-8 without duplicates");
    }
  }

  private static void readKeys(JsonParser parser, List<Jwk> keys) throws IOException {
    require(parser.isExpectedStartArrayToken(), "is no JWK set: its \"keys\" is no list");
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      String number = "has a key, number " + (keys.size() + 1) + ", ";
      require(parser.isExpectedStartObjectToken(), number + "that is no JSON object");
      keys.add(key(parser, number));
    }
  }

  private static Jwk key(JsonParser parser, String number) throws IOException {
    Map<String, String> members = new HashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (Jwk.MEMBERS.contains(name)) {
        require(value == JsonToken.VALUE_STRING, number + "whose \"" + name + "\" is no text");
        members.put(name, parser.getText());
      } else {
        parser.skipChildren();
      }
    }
    require(members.containsKey("kty"), number + "without \"kty\"");
    return new Jwk(members);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
