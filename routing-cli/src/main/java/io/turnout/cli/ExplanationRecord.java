// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.turnout.Tier;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What {@link ExplanationJson} wrote, read again.
 *
 * @param decision the decision as it was written
 */
record ExplanationRecord(GivenRequest request, Setting setting, JsonNode decision) {

  /** The key that says which form a record has. */
  static final String FORMAT = "turnout-explain";

  /** The key that says whether a record leaves out values. */
  static final String REDACTED = "redacted";

  /** The largest record that is read, in bytes. */
  static final int MAX_BYTES = 128 << 20;

  private static final Duration LIFE = Duration.ofMinutes(1);

  /**
   * Reads a record.
   *
   * @throws IllegalArgumentException if it is none, or one that cannot be decided again
   */
  static ExplanationRecord read(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    }
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "record " + file + " must have " + MAX_BYTES + " bytes at most");
    }
    try {
      return of(new JsonMapper().readTree(bytes));
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      throw new IllegalArgumentException(
          "record " + file + " cannot be replayed: " + Failures.firstLine(e), e);
    }
  }

  private static ExplanationRecord of(JsonNode root) {
    if (root.path(FORMAT).asInt() != 1) {
      throw new IllegalArgumentException(
          "\"" + FORMAT + "\" must be 1, as explain --json writes it");
    }
    if (root.path(REDACTED).asBoolean()) {
      throw new IllegalArgumentException(
          "it is redacted, so the request is not in it; record it without --redact");
    }
    if (!root.path("body-limit").canConvertToInt() || !root.path("decision").isObject()) {
      throw new IllegalArgumentException("it lacks \"body-limit\" or \"decision\"");
    }
    Setting setting =
        new Setting(
            constant(Tier.class, root.path("tier")),
            root.path("body-limit").asInt(),
            constant(Setting.Keys.class, root.path("keys")),
            Instant.parse(root.path("time").asText()));
    return new ExplanationRecord(
        RequestJson.read(root.path("request")), setting, root.path("decision"));
  }

  private static <E extends Enum<E>> E constant(Class<E> type, JsonNode word) {
    return Enum.valueOf(type, word.asText().toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Answers as the record says of its key, and fails of any other. */
  RouteAuthority authority() {
    return (key, atLeastVersion) ->
        key.text().equals(decision.path("key").asText())
            ? answer(key)
            : CompletableFuture.failedFuture(
                new IllegalStateException("the record holds another key"));
  }

  private CompletionStage<AuthorityAnswer> answer(RouteKey key) {
    long version = decision.at("/entry/version").asLong();
    return switch (decision.path("freshness").asText()) {
      case "fresh", "stale", "expired" ->
          CompletableFuture.completedFuture(
              new AuthorityAnswer.Known(key, decision.path("cell").asText(), version, LIFE, LIFE));
      case "unknown" ->
          CompletableFuture.completedFuture(new AuthorityAnswer.Unknown(key, version, LIFE, LIFE));
      default ->
          CompletableFuture.failedFuture(new IllegalStateException("recorded as unavailable"));
    };
  }
}
