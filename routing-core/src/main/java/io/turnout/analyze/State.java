// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.match.Condition;
import io.turnout.match.HeaderFits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Literals that are true together, and a request of which they are. Immutable.
 *
 * <p>Dimensions do not depend on each other, so only those are chosen anew that a new literal is
 * about and whose choice it is not true of.
 */
final class State {

  private final Chooser chooser;
  private final boolean malformed;
  private final Map<Dimension, List<Literal>> literals;
  private final SortedMap<Dimension, List<String>> parts;

  private State(
      Chooser chooser,
      boolean malformed,
      Map<Dimension, List<Literal>> literals,
      SortedMap<Dimension, List<String>> parts) {
    this.chooser = chooser;
    this.malformed = malformed;
    this.literals = literals;
    this.parts = parts;
  }

  /** Nothing is asked yet. */
  static State of(Chooser chooser) {
    return new State(chooser, false, Map.of(), new TreeMap<>());
  }

  /** Nothing is asked yet but that the path is malformed. */
  static State malformed(Chooser chooser) {
    return new State(chooser, true, Map.of(), new TreeMap<>());
  }

  Effort effort() {
    return chooser.effort();
  }

  /** This and more literals; null if they cannot be true together, as far as can be told. */
  @Nullable State plus(List<Literal> more) {
    Map<Dimension, List<Literal>> all = new HashMap<>(literals);
    SortedMap<Dimension, List<String>> chosen = new TreeMap<>(parts);
    for (Literal literal : more) {
      effort().spend(1 + parts.size());
      Dimension dimension = literal.dimension();
      List<Literal> before = all.getOrDefault(dimension, List.of());
      if (malformed && dimension.equals(Dimension.PATH)) {
        if (literal instanceof Literal.Holds holds && holds.wanted()) {
          return null;
        }
        continue;
      }
      if (before.contains(literal)) {
        continue;
      }
      if (literal instanceof Literal.Holds holds
          && before.contains(new Literal.Holds(holds.condition(), !holds.wanted()))) {
        return null;
      }
      List<Literal> asked = new ArrayList<>(before);
      asked.add(literal);
      all.put(dimension, asked);
      if (!literal.isTrueOf(only(dimension, chosen))) {
        List<String> texts = chooser.choose(dimension, asked);
        if (texts == null) {
          return null;
        }
        chosen.put(dimension, texts);
      }
    }
    return new State(chooser, malformed, all, chosen);
  }

  /** Whether each literal is among those that are asked. */
  boolean asks(List<Literal> some) {
    return some.stream()
        .allMatch(
            literal -> literals.getOrDefault(literal.dimension(), List.of()).contains(literal));
  }

  private static ExampleRequest only(Dimension dimension, Map<Dimension, List<String>> chosen) {
    List<String> texts = chosen.get(dimension);
    if (texts == null) {
      texts = dimension.equals(Dimension.PATH) ? List.of("") : List.of();
    }
    return Draft.only(dimension, texts);
  }

  /** The request in parts. */
  Draft draft() {
    Map<Dimension, String> names = new HashMap<>();
    literals.forEach(
        (dimension, asked) -> {
          if (dimension.kind() == Dimension.Kind.HEADER) {
            names.put(dimension, name(asked.get(0)));
          }
        });
    return new Draft(parts, names, malformed);
  }

  private static String name(Literal literal) {
    if (literal instanceof Literal.Holds holds) {
      Condition condition = holds.condition();
      return ((HeaderFits) condition).said();
    }
    return ((Literal.Yields) literal).yield().fieldName();
  }
}
