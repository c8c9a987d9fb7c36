// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.Objects;
import java.util.Optional;

/**
 * One mistake in a file that a person wrote.
 *
 * @param severity how much it weighs
 * @param at where it is: the key if the key is wrong, the value if the value is, the first
 *     character of the mapping if something is missing from it or contradicts
 * @param code which kind of mistake it is
 * @param message what is wrong and what would be right, without the place
 * @param suggestion what was probably meant, as it should stand in the file
 */
public record Problem(
    Severity severity, Position at, ProblemCode code, String message, Optional<String> suggestion) {

  /** Checks that every part is there. */
  public Problem {
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(suggestion, "suggestion");
  }

  /** An error without a suggestion. */
  public static Problem error(Position at, ProblemCode code, String message) {
    return new Problem(Severity.ERROR, at, code, message, Optional.empty());
  }

  /** A warning without a suggestion. */
  public static Problem warning(Position at, ProblemCode code, String message) {
    return new Problem(Severity.WARNING, at, code, message, Optional.empty());
  }

  /** The same problem with a suggestion, or as it is if there is none. */
  public Problem suggesting(Optional<String> better) {
    return new Problem(severity, at, code, message, better);
  }

  /** Whether it stops the file from being used. */
  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /** The text form, {@code line:column: message (did you mean "…"?)}. */
  public String text() {
    String place = at.text() + ": " + message;
    return suggestion.map(better -> place + " (did you mean \"" + better + "\"?)").orElse(place);
  }

  @Override
  public String toString() {
    return text();
  }
}
