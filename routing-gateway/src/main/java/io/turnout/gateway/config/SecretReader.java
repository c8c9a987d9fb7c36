// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.Position;
import io.turnout.document.ProblemCode;
import io.turnout.document.Scalar;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import io.turnout.rules.SecretVariables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads secrets from where the configuration says that they are: {@code env:NAME} or {@code
 * file:PATH}. No message shows one, nor what may be one in the wrong place.
 */
final class SecretReader {

  /** The longest secret, in bytes. */
  static final int MAX_BYTES = RedisUri.MAX_CHARS;

  private static final String VARIABLE = "env:";
  private static final String FILE = "file:";

  private final ValueReader values;
  private final Path folder;
  private final SecretVariables variables;

  SecretReader(ValueReader values, Path folder, SecretVariables variables) {
    this.values = values;
    this.folder = folder;
    this.variables = variables;
  }

  /** A token. */
  Optional<SharedToken> token(Value value, String what) {
    return secret(value, what)
        .flatMap(token -> made(value, what + " in " + place(value), token, SharedToken::of));
  }

  /** A password of at least one character. */
  Optional<String> password(Value value, String what) {
    return secret(value, what)
        .flatMap(
            text ->
                text.isEmpty()
                    ? refused(
                        value.at(),
                        ProblemCode.INVALID_VALUE,
                        what + " in " + place(value) + " must not be empty")
                    : Optional.of(text));
  }

  /** The URI of a Redis, which may stand in the file itself. */
  Optional<RedisUri> redis(Value value, String what) {
    if (place(value).startsWith(VARIABLE) || place(value).startsWith(FILE)) {
      return secret(value, what)
          .flatMap(uri -> made(value, what + " in " + place(value) + ":", uri, RedisUri::of));
    }
    return values.text(value, what).flatMap(uri -> made(value, what + ":", uri, RedisUri::of));
  }

  private <T> Optional<T> made(Value value, String what, String text, Function<String, T> making) {
    try {
      return Optional.of(making.apply(text));
    } catch (IllegalArgumentException e) {
      return refused(value.at(), ProblemCode.INVALID_VALUE, what + " " + e.getMessage());
    }
  }

  private static String place(Value value) {
    return value instanceof Scalar scalar ? scalar.text() : "";
  }

  private Optional<String> secret(Value value, String what) {
    Optional<String> text = bytes(value, what).map(raw -> new String(raw, StandardCharsets.UTF_8));
    return place(value).startsWith(FILE) ? text.map(String::strip) : text;
  }

  /** A secret's raw bytes, as a rule file has them: with the line end of a file, if it has one. */
  Optional<byte[]> bytes(Value value, String what) {
    String place = place(value);
    if (place.startsWith(VARIABLE)) {
      return variable(place.substring(VARIABLE.length()), value.at(), what)
          .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }
    if (place.startsWith(FILE)) {
      return file(place.substring(FILE.length()), value.at(), what);
    }
    return refused(value.at(), ProblemCode.INVALID_VALUE, what + " must be env:NAME or file:PATH");
  }

  private Optional<String> variable(String name, Position at, String what) {
    Optional<String> value = variables.value(name);
    return value.isPresent()
        ? value
        : refused(
            at,
            ProblemCode.UNREADABLE_KEY,
            "the variable " + Shown.text(name) + " is not set, and should hold " + what);
  }

  private Optional<byte[]> file(String path, Position at, String what) {
    byte[] content;
    try (InputStream in = Files.newInputStream(folder.resolve(path))) {
      content = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException | InvalidPathException e) {
      return refused(
          at,
          ProblemCode.UNREADABLE_KEY,
          "the file " + Shown.text(path) + " cannot be read, and should hold " + what);
    }
    return content.length > MAX_BYTES
        ? refused(
            at,
            ProblemCode.UNREADABLE_KEY,
            "the file " + Shown.text(path) + " is longer than " + MAX_BYTES + " bytes")
        : Optional.of(content);
  }

  private <T> Optional<T> refused(Position at, ProblemCode code, String message) {
    values.problems().error(at, code, message);
    return Optional.empty();
  }
}
