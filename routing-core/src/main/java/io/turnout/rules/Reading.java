// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.MapReader;
import io.turnout.document.NearestWord;
import io.turnout.document.Position;
import io.turnout.document.ProblemCode;
import io.turnout.document.Problems;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import io.turnout.match.RegexLimits;
import io.turnout.spi.RoutingName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One reading of a rule file: what the readers of its parts share. Every method that answers empty
 * has reported why.
 */
final class Reading {

  private static final String RESERVED_HEADERS = "turnout-";
  private static final int LONGEST_MESSAGE_CHARS = 300;
  private static final int MOST_WORDS = 8;

  /** From so many problems on, no name is compared with all that the file has. */
  static final int MOST_SUGGESTIONS = 100;

  private final Problems problems;
  private final ValueReader values;
  private final RuleLimits limits;
  private final Surroundings surroundings;
  private long atoms;

  Reading(Problems problems, RuleLimits limits, Surroundings surroundings) {
    this.problems = problems;
    this.surroundings = surroundings;
    this.values = new ValueReader(problems);
    this.limits = limits;
  }

  Problems problems() {
    return problems;
  }

  ValueReader values() {
    return values;
  }

  RuleLimits limits() {
    return limits;
  }

  Surroundings surroundings() {
    return surroundings;
  }

  /** What {@code factory} makes; what it says against its arguments is reported. */
  <T> Optional<T> build(Position at, ProblemCode code, Supplier<T> factory) {
    return build(at, code, factory, Optional.empty());
  }

  /** The same, with what should stand there instead. */
  <T> Optional<T> build(
      Position at, ProblemCode code, Supplier<T> factory, Optional<String> suggestion) {
    try {
      return Optional.of(factory.get());
    } catch (IllegalArgumentException e) {
      problems.error(at, code, message(e), suggestion);
      return Optional.empty();
    }
  }

  /** A path or pointer that only lacks its first slash, with it. */
  static Optional<String> withSlash(String text) {
    return text.matches("[A-Za-z0-9{*][^ \\p{Cc}]*") ? Optional.of("/" + text) : Optional.empty();
  }

  /** Like {@link #build}, of a regular expression; all of a file must not be too large together. */
  <T> Optional<T> buildRegex(Placed<String> regex, Supplier<T> factory) {
    return mayCompile(regex)
        ? build(regex.at(), ProblemCode.INVALID_REGEX, factory)
        : Optional.empty();
  }

  /** Counts what compiling takes; where the file has too much of it, says so once. */
  boolean mayCompile(Placed<String> regex) {
    boolean before = atoms <= limits.regexAtoms();
    atoms += RegexLimits.atoms(regex.value());
    boolean after = atoms <= limits.regexAtoms();
    if (before && !after) {
      problems.error(
          regex.at(),
          ProblemCode.INVALID_REGEX,
          "the regular expressions and path templates up to this one have more than "
              + limits.regexAtoms()
              + " atoms together once their repetitions {n} are written out");
    }
    return after;
  }

  /** What an exception says, on one line and not longer than a message should be. */
  static String message(IllegalArgumentException e) {
    String message = String.valueOf(e.getMessage());
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < message.length() && i < LONGEST_MESSAGE_CHARS; i++) {
      char c = message.charAt(i);
      line.append(Character.isISOControl(c) ? String.format("\\u%04x", (int) c) : c);
    }
    return message.length() > LONGEST_MESSAGE_CHARS ? line.append('…').toString() : line.toString();
  }

  /** A text with its place. */
  Optional<Placed<String>> placedText(Value value, String what) {
    return values.text(value, what).map(text -> new Placed<>(text, value.at()));
  }

  /** The name of a header field that is not one of Turnout's own. */
  Optional<Placed<String>> headerName(Placed<String> name) {
    if (name.value().toLowerCase(Locale.ROOT).replace('_', '-').startsWith(RESERVED_HEADERS)) {
      problems.error(
          name.at(),
          ProblemCode.INVALID_VALUE,
          "a rule cannot name "
              + Shown.text(name.value())
              + ": fields that begin with Turnout- are taken off before a rule sees them");
      return Optional.empty();
    }
    return Optional.of(name);
  }

  /** A name that is valid for cells, namespaces and edges. */
  Optional<Placed<String>> routingName(Placed<String> name, String what) {
    if (RoutingName.isValid(name.value())) {
      return Optional.of(name);
    }
    problems.error(
        name.at(),
        ProblemCode.INVALID_VALUE,
        what + " must be a name of [a-z0-9][a-z0-9-]{0,62}, not " + Shown.text(name.value()));
    return Optional.empty();
  }

  /** Reports the items beyond a limit, and returns those within it. */
  <T> List<T> atMost(int most, List<T> items, PlaceOf<T> place, String what) {
    if (items.size() <= most) {
      return items;
    }
    problems.error(
        place.of(items.get(most)),
        ProblemCode.INVALID_VALUE,
        "there are " + items.size() + " " + what + ", and " + most + " are the most");
    return items.subList(0, most);
  }

  /** Says where a thing stands. */
  @FunctionalInterface
  interface PlaceOf<T> {
    Position of(T thing);
  }

  /** The one of {@code choice} that is a key of {@code map}; none and several are reported. */
  Optional<String> oneOf(MapReader map, List<String> choice) {
    List<String> there = new ArrayList<>(choice);
    there.removeIf(word -> !map.has(word));
    if (there.size() == 1) {
      return Optional.of(there.get(0));
    }
    if (there.size() > 1) {
      problems.error(
          map.at(),
          ProblemCode.CONFLICTING_KEYS,
          map.what() + " has " + words(there, "and") + ", and takes one of them");
    } else if (!map.hasUnknownKey()) {
      problems.error(
          map.at(), ProblemCode.MISSING_KEY, map.what() + " needs one of " + words(choice, "or"));
    }
    return Optional.empty();
  }

  /** Reports a value that is of the right kind and still not one that its place takes. */
  <T> Optional<T> invalid(Position at, String message) {
    problems.error(at, ProblemCode.INVALID_VALUE, message);
    return Optional.empty();
  }

  /** Reports a name that is not among those there are. */
  void unknown(Placed<String> name, ProblemCode code, String message, List<String> known) {
    problems.error(name.at(), code, message, nearest(name.value(), known));
  }

  /** The name that was probably meant. */
  Optional<String> nearest(String name, Collection<String> known) {
    return problems.count() < MOST_SUGGESTIONS ? NearestWord.of(name, known) : Optional.empty();
  }

  /** {@code , only "a" and "b"}; nothing if there are none, or too many for a message. */
  static String only(List<String> known) {
    return known.isEmpty() || known.size() > MOST_WORDS ? "" : ", only " + words(known, "and");
  }

  /** {@code "a", "b" or "c"}. */
  static String words(List<String> words, String conjunction) {
    List<String> quoted = words.stream().map(word -> '"' + word + '"').toList();
    if (quoted.size() == 1) {
      return quoted.get(0);
    }
    int last = quoted.size() - 1;
    return String.join(", ", quoted.subList(0, last)) + ' ' + conjunction + ' ' + quoted.get(last);
  }
}
