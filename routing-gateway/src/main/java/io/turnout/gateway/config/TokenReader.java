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

/**
 * Reads a token from where the configuration says that it is: {@code env:NAME} or {@code
 * file:PATH}.
 */
final class TokenReader {

  private static final String VARIABLE = "env:";
  private static final String FILE = "file:";

  private final ValueReader values;
  private final Path folder;
  private final SecretVariables variables;

  TokenReader(ValueReader values, Path folder, SecretVariables variables) {
    this.values = values;
    this.folder = folder;
    this.variables = variables;
  }

  Optional<SharedToken> read(Value value, String what) {
    // What stands in the wrong place may be the token itself, and is not shown.
    String place = value instanceof Scalar scalar ? scalar.text() : "";
    Optional<String> text;
    if (place.startsWith(VARIABLE)) {
      text = variable(place.substring(VARIABLE.length()), value.at(), what);
    } else if (place.startsWith(FILE)) {
      text = file(place.substring(FILE.length()), value.at(), what);
    } else {
      return refused(
          value.at(), ProblemCode.INVALID_VALUE, what + " must be env:NAME or file:PATH");
    }
    return text.flatMap(
        token -> {
          try {
            return Optional.of(SharedToken.of(token));
          } catch (IllegalArgumentException e) {
            return refused(
                value.at(),
                ProblemCode.INVALID_VALUE,
                what + " in " + place + " " + e.getMessage());
          }
        });
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

  private Optional<String> file(String path, Position at, String what) {
    try (InputStream in = Files.newInputStream(folder.resolve(path))) {
      byte[] content = in.readNBytes(SharedToken.MAX_CHARS + 3);
      return Optional.of(new String(content, StandardCharsets.ISO_8859_1).strip());
    } catch (IOException | InvalidPathException e) {
      return refused(
          at,
          ProblemCode.UNREADABLE_KEY,
          "the file " + Shown.text(path) + " cannot be read, and should hold " + what);
    }
  }

  private <T> Optional<T> refused(Position at, ProblemCode code, String message) {
    values.problems().error(at, code, message);
    return Optional.empty();
  }
}
