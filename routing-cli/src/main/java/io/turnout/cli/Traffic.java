// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Reads recorded requests, one after the other: a HAR file, or one JSON object a line, which is a
 * request in the form of the conformance fixtures or has one as {@code request}. What is not read
 * as a request is reported and passed over.
 */
final class Traffic {

  /** The longest line that is read, in bytes. */
  static final int MAX_LINE_BYTES = 16 << 20;

  private final JsonMapper json = new JsonMapper();
  private final ObjectReader whole =
      json.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private final Consumer<GivenRequest> requests;
  private final Consumer<String> mistakes;

  private Traffic(Consumer<GivenRequest> requests, Consumer<String> mistakes) {
    this.requests = requests;
    this.mistakes = mistakes;
  }

  /**
   * Reads a file.
   *
   * @param mistakes hears what is wrong with a line or an entry, its number in front
   */
  static void read(Path file, Consumer<GivenRequest> requests, Consumer<String> mistakes)
      throws IOException {
    Traffic traffic = new Traffic(requests, mistakes);
    if (traffic.isHar(file)) {
      traffic.har(file);
    } else {
      traffic.lines(file);
    }
  }

  /** Whether the first object of a file begins as that of a HAR file does. */
  private boolean isHar(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = json.createParser(in)) {
      return parser.nextToken() == JsonToken.START_OBJECT && "log".equals(parser.nextFieldName());
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private void har(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = json.createParser(in)) {
      parser.nextToken();
      parser.nextToken();
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          boolean isEntries = parser.currentName().equals("entries");
          if (parser.nextToken() == JsonToken.START_ARRAY && isEntries) {
            entries(parser);
          } else {
            parser.skipChildren();
          }
        }
      }
    } catch (JsonProcessingException e) {
      mistakes.accept(
          "line " + e.getLocation().getLineNr() + ": this is no HAR: " + e.getOriginalMessage());
    }
  }

  private void entries(JsonParser parser) throws IOException {
    for (int number = 1; parser.nextToken() != JsonToken.END_ARRAY; number++) {
      JsonNode entry = json.readTree(parser);
      try {
        requests.accept(HarRequest.read(entry.path("request")));
      } catch (IllegalArgumentException e) {
        mistakes.accept("entry " + number + ": " + e.getMessage());
      }
    }
  }

  private void lines(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      int number = 1;
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next != '\n') {
          if (line.size() <= MAX_LINE_BYTES) {
            line.write(next);
          }
          continue;
        }
        line(line, number++);
      }
      line(line, number);
    }
  }

  private void line(ByteArrayOutputStream bytes, int number) {
    byte[] line = bytes.toByteArray();
    bytes.reset();
    try {
      if (line.length > MAX_LINE_BYTES) {
        throw new IllegalArgumentException("it has more than " + MAX_LINE_BYTES + " bytes");
      }
      JsonNode node = whole.readTree(line);
      if (!node.isMissingNode()) {
        requests.accept(RequestJson.read(node.has("request") ? node.path("request") : node));
      }
    } catch (JsonProcessingException e) {
      mistakes.accept("line " + number + ": this is no JSON: " + e.getOriginalMessage());
    } catch (IOException | IllegalArgumentException e) {
      mistakes.accept("line " + number + ": " + e.getMessage());
    }
  }
}
