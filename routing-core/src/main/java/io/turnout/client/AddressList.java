// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a file of address ranges: one range a line, where {@code #} begins a comment, or the JSON
 * object that operators of crawlers and networks publish, whose {@code prefixes} is a list of
 * objects with {@code ipv4Prefix} or {@code ipv6Prefix}.
 *
 * <p>A file with one mistake is refused whole, and so is one without any range: it would take a tag
 * off all who have it.
 */
public final class AddressList {

  /** The most ranges of one file. */
  public static final int MAX_RANGES = 200_000;

  private static final int MAX_SHOWN_CHARS = 60;
  private static final int MAX_DEPTH = 16;
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private final List<AddressRange> ranges = new ArrayList<>();

  private AddressList() {}

  /**
   * The ranges of a file in their order, at least one.
   *
   * @param content what the file holds
   * @throws IllegalArgumentException if it is no such file; the message completes a sentence that
   *     begins with the file
   */
  public static List<AddressRange> read(byte[] content) {
    AddressList list = new AddressList();
    String text = new String(content, StandardCharsets.UTF_8);
    if (content.length >= MARK.length && text.startsWith("\ufeff")) {
      text = text.substring(1);
    }
    if (text.stripLeading().startsWith("{")) {
      list.readJson(text);
    } else {
      list.readLines(text);
    }
    if (list.ranges.isEmpty()) {
      throw new IllegalArgumentException("has no range of addresses");
    }
    return List.copyOf(list.ranges);
  }

  private void readLines(String text) {
    int number = 0;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      number++;
      int comment = line.indexOf('#');
      String range = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!range.isEmpty()) {
        add(range, "line " + number);
      }
    }
  }

  private void readJson(String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      boolean listed = false;
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean prefixes = parser.currentName().equals("prefixes");
        parser.nextToken();
        if (prefixes) {
          readPrefixes(parser);
          listed = true;
        } else {
          parser.skipChildren();
        }
      }
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("goes on after its JSON object");
      }
      if (!listed) {
        throw new IllegalArgumentException("is a JSON object without \"prefixes\"");
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "is broken JSON in line " + e.getLocation().getLineNr(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("a text cannot fail to be read", e);
    }
  }

  private void readPrefixes(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw new IllegalArgumentException("has a \"prefixes\" that is no list");
    }
    for (int number = 1; parser.nextToken() != JsonToken.END_ARRAY; number++) {
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException(
            "has an entry, number " + number + ", that is no object");
      }
      if (!readPrefix(parser, number)) {
        throw new IllegalArgumentException(
            "has an entry, number " + number + ", with neither \"ipv4Prefix\" nor \"ipv6Prefix\"");
      }
    }
  }

  private boolean readPrefix(JsonParser parser, int number) throws IOException {
    boolean found = false;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals("ipv4Prefix") || name.equals("ipv6Prefix")) {
        if (value != JsonToken.VALUE_STRING) {
          throw new IllegalArgumentException(
              "has an entry, number " + number + ", whose \"" + name + "\" is no text");
        }
        add(parser.getText(), "entry " + number);
        found = true;
      } else {
        parser.skipChildren();
      }
    }
    return found;
  }

  private void add(String text, String place) {
    if (ranges.size() == MAX_RANGES) {
      throw new IllegalArgumentException("has more than " + MAX_RANGES + " ranges");
    }
    try {
      ranges.add(AddressRange.parse(text));
    } catch (IllegalArgumentException e) {
      Optional<String> meant = AddressRange.meant(text);
      throw new IllegalArgumentException(
          "has in "
              + place
              + " "
              + shown(text)
              + ", which is no range: "
              + e.getMessage()
              + meant.map(range -> "; did you mean " + range + "?").orElse(""),
          e);
    }
  }

  private static String shown(String text) {
    StringBuilder shown = new StringBuilder("\"");
    for (int i = 0; i < text.length() && i < MAX_SHOWN_CHARS; i++) {
      char c = text.charAt(i);
      shown.append(c < ' ' || c >= 0x7f ? '?' : c);
    }
    return shown.append(text.length() > MAX_SHOWN_CHARS ? "…\"" : "\"").toString();
  }
}
