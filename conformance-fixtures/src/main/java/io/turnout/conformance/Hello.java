// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;

/**
 * What an implementation says of itself.
 *
 * @param kinds the kinds of fixtures that it has
 */
record Hello(String name, String version, int protocol, List<String> kinds) {

  /** The version of the line protocol that is spoken. */
  static final int PROTOCOL = 1;

  private static final int SHOWN_CHARS = 500;

  Hello {
    kinds = List.copyOf(kinds);
  }

  /**
   * Asks an implementation.
   *
   * @throws IllegalStateException if it does not answer as it must
   */
  static Hello of(Implementation implementation) {
    String line = implementation.answer(Transcript.HELLO);
    JsonNode answer;
    try {
      answer = new JsonMapper().readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the answer to hello is no JSON: " + shown(line), e);
    }
    if (!answer.path("name").isTextual()
        || !answer.path("version").isTextual()
        || answer.path("protocol").asInt() != PROTOCOL
        || !answer.path("kinds").isArray()) {
      throw new IllegalStateException(
          "the answer to hello must have name, version, kinds and protocol "
              + PROTOCOL
              + ": "
              + shown(line));
    }
    List<String> kinds = new ArrayList<>();
    answer.path("kinds").forEach(kind -> kinds.add(kind.asText()));
    return new Hello(
        answer.path("name").asText(), answer.path("version").asText(), PROTOCOL, kinds);
  }

  private static String shown(String line) {
    return Printable.line(
        line.length() <= SHOWN_CHARS ? line : line.substring(0, SHOWN_CHARS) + "...");
  }
}
