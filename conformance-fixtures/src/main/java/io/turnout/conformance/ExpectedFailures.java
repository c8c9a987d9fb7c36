// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The failures that are known, each with its reason.
 *
 * @param reasons the reason of each id or pattern of ids, in the file's order
 */
record ExpectedFailures(Map<Glob, String> reasons) {

  /** The largest file that is read, in bytes. */
  static final int MAX_FILE_BYTES = 1 << 20;

  /** No failure is expected. */
  static final ExpectedFailures NONE = new ExpectedFailures(Map.of());

  /**
   * Reads a YAML file that maps ids, or patterns of ids, to reasons.
   *
   * @throws IllegalArgumentException if it is not that; the message says what is wrong
   * @throws UncheckedIOException if it cannot be read
   */
  static ExpectedFailures read(Path file) {
    String text = text(file);
    JsonNode content;
    try {
      content =
          YAMLMapper.builder()
              .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
              .build()
              .readTree(text);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the expected failures in " + file + " are no YAML: " + e.getMessage(), e);
    }
    if (content.isMissingNode() || content.isNull()) {
      return NONE;
    }
    if (!content.isObject()) {
      throw new IllegalArgumentException(
          "the expected failures in "
              + file
              + " must map ids to reasons, as in \"path#case\": why");
    }
    Map<Glob, String> reasons = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : content.properties()) {
      if (!entry.getValue().isTextual() || entry.getValue().asText().isBlank()) {
        throw new IllegalArgumentException(
            "the expected failure \""
                + entry.getKey()
                + "\" in "
                + file
                + " needs a reason, a text");
      }
      reasons.put(new Glob(entry.getKey()), entry.getValue().asText());
    }
    return new ExpectedFailures(reasons);
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new IllegalArgumentException(
            "the expected failures in " + file + " have more than " + MAX_FILE_BYTES + " bytes");
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("the expected failures cannot be read: " + e, e);
    }
  }

  /** Why a case is expected to fail; nothing if it is not. The first entry that fits counts. */
  Optional<String> reason(String id) {
    return reasons.entrySet().stream()
        .filter(entry -> entry.getKey().fits(id))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
