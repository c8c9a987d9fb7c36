// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads values as what a file's format says that they are, and reports every one that is not. Each
 * method answers empty exactly if it has reported a problem. For one thread.
 */
public final class ValueReader {

  private final Problems problems;

  /** Reports to {@code problems}. */
  public ValueReader(Problems problems) {
    this.problems = Objects.requireNonNull(problems, "problems");
  }

  /** Where this reader reports. */
  public Problems problems() {
    return problems;
  }

  /**
   * The outermost mapping of a document, of known keys; also takes over the document's problems.
   *
   * @param what what messages call it, such as {@code the rule file}
   */
  public Optional<MapReader> root(Document document, String what, List<String> knownKeys) {
    problems.addAll(document.problems());
    return document.root().flatMap(root -> map(root, what, knownKeys));
  }

  /** A mapping of known keys; others are reported. An empty one is a mistake. */
  public Optional<MapReader> map(Value value, String what, List<String> knownKeys) {
    return map(value, what).map(map -> new MapReader(map, what, this, knownKeys));
  }

  /** A mapping of any keys. An empty one is a mistake. */
  public Optional<MapValue> map(Value value, String what) {
    if (!(value instanceof MapValue map)) {
      return wrongType(value, what, "a mapping");
    }
    if (map.entries().isEmpty()) {
      return invalid(value, what + " must not be empty");
    }
    return Optional.of(map);
  }

  /** A list. An empty one is a mistake. */
  public Optional<List<Value>> list(Value value, String what) {
    if (!(value instanceof ListValue list)) {
      return wrongType(value, what, "a list");
    }
    if (list.items().isEmpty()) {
      return invalid(value, what + " must not be empty");
    }
    return Optional.of(list.items());
  }

  /** One value, or a list of them. An empty list is a mistake. */
  public Optional<List<Value>> oneOrList(Value value, String what) {
    return value instanceof ListValue ? list(value, what) : Optional.of(List.of(value));
  }

  /** A text; what YAML takes for a number or a boolean asks for quotes. It may be empty. */
  public Optional<String> text(Value value, String what) {
    if (value instanceof Scalar scalar && scalar.kind() == Scalar.Kind.TEXT) {
      return Optional.of(scalar.text());
    }
    if (value instanceof Scalar scalar && !scalar.isNull()) {
      String message =
          what
              + " must be text, and without quotes "
              + Shown.text(scalar.text())
              + " is "
              + scalar.description()
              + "; put it in quotes";
      problems.error(value.at(), ProblemCode.WRONG_TYPE, message);
      return Optional.empty();
    }
    return wrongType(value, what, "text");
  }

  /** One of the known words. */
  public Optional<String> word(Value value, String what, Collection<String> known) {
    return text(value, what)
        .flatMap(
            text -> {
              if (known.contains(text)) {
                return Optional.of(text);
              }
              problems.error(
                  value.at(),
                  ProblemCode.INVALID_VALUE,
                  what
                      + " must be one of "
                      + String.join(", ", known)
                      + ", not "
                      + Shown.text(text),
                  NearestWord.of(text, known));
              return Optional.empty();
            });
  }

  /** {@code true} or {@code false}; YAML's other booleans ask to be spelt so. */
  public Optional<Boolean> flag(Value value, String what) {
    if (value instanceof Scalar scalar && scalar.kind() == Scalar.Kind.BOOLEAN) {
      if (scalar.text().equalsIgnoreCase("true")) {
        return Optional.of(true);
      }
      if (scalar.text().equalsIgnoreCase("false")) {
        return Optional.of(false);
      }
      String message = what + " must be true or false, not " + Shown.text(scalar.text());
      problems.error(value.at(), ProblemCode.WRONG_TYPE, message);
      return Optional.empty();
    }
    return wrongType(value, what, "true or false");
  }

  /** An integer in decimal digits, from {@code least} to {@code most}. */
  public Optional<Long> integer(Value value, String what, long least, long most) {
    if (!(value instanceof Scalar scalar) || scalar.kind() != Scalar.Kind.INTEGER) {
      return wrongType(value, what, "an integer");
    }
    OptionalLong number = Quantities.integer(scalar.text());
    if (number.isEmpty() || number.getAsLong() < least || number.getAsLong() > most) {
      return invalid(
          value,
          what
              + " must be an integer from "
              + least
              + " to "
              + most
              + " in decimal digits, not "
              + Shown.text(scalar.text()));
    }
    return Optional.of(number.getAsLong());
  }

  /** A size in bytes: digits, and {@code B}, {@code KiB}, {@code MiB} or {@code GiB} after them. */
  public Optional<Long> size(Value value, String what) {
    Optional<String> text = quantity(value, what, "a size such as 64KiB");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    OptionalLong bytes = Quantities.sizeBytes(text.get());
    if (bytes.isEmpty()) {
      problems.error(
          value.at(),
          ProblemCode.INVALID_SIZE,
          what + " must be a size such as 512, 64KiB or 1MiB, not " + Shown.text(text.get()),
          Quantities.nearestSize(text.get()));
      return Optional.empty();
    }
    return Optional.of(bytes.getAsLong());
  }

  /** A duration such as {@code 30s} or {@code 1h30m}, or {@code 0}; at most 36,500 days. */
  public Optional<Duration> duration(Value value, String what) {
    Optional<String> text = quantity(value, what, "a duration such as 30s");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    OptionalLong millis = Quantities.durationMillis(text.get());
    if (millis.isEmpty()) {
      problems.error(
          value.at(),
          ProblemCode.INVALID_DURATION,
          what
              + " must be a duration such as 250ms, 30s, 1h30m or 0, and at most 36500d, not "
              + Shown.text(text.get()));
      return Optional.empty();
    }
    return Optional.of(Duration.ofMillis(millis.getAsLong()));
  }

  /** Reports that a value is of the wrong kind. */
  public <T> Optional<T> wrongType(Value value, String what, String expected) {
    String found =
        value instanceof Scalar scalar && scalar.kind() == Scalar.Kind.TEXT
            ? "the text " + Shown.text(scalar.text())
            : value.description();
    problems.error(
        value.at(), ProblemCode.WRONG_TYPE, what + " must be " + expected + ", not " + found);
    return Optional.empty();
  }

  private Optional<String> quantity(Value value, String what, String expected) {
    if (value instanceof Scalar scalar && !scalar.isNull()) {
      return Optional.of(scalar.text());
    }
    return wrongType(value, what, expected);
  }

  private <T> Optional<T> invalid(Value value, String message) {
    problems.error(value.at(), ProblemCode.INVALID_VALUE, message);
    return Optional.empty();
  }
}
