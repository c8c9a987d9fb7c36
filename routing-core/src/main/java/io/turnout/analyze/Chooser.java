// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.match.Condition;
import io.turnout.match.HasTag;
import io.turnout.match.HeaderFits;
import io.turnout.match.HostIs;
import io.turnout.match.MediaTypeIs;
import io.turnout.match.MethodIs;
import io.turnout.request.HttpToken;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Chooses what a dimension holds, so that all that is asked of it is true.
 *
 * <p>That it finds nothing means that there is nothing, unless a test stood in the way that cannot
 * be reasoned about: a regular expression, a source, a test on a field that is also a dimension of
 * its own. Then the choice is made once more without such tests; if that succeeds, the effort is
 * told that something was left out.
 *
 * @param effort what may still be done
 * @param single whether fields and parameters have one value at most
 */
record Chooser(Effort effort, boolean single) {

  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS");

  /** The texts of the dimension; null if none will do, as far as can be told. */
  @Nullable List<String> choose(Dimension dimension, List<Literal> literals) {
    return switch (dimension.kind()) {
      case PATH -> path(literals);
      case HEADER, QUERY -> text(dimension, literals);
      case TAGS -> tags(literals);
      case BODY -> tried(dimension, literals, bodies(literals));
      case METHOD -> tried(dimension, literals, methods(literals));
      case HOST -> tried(dimension, literals, hosts(literals));
      case CONTENT_TYPE -> tried(dimension, literals, mediaTypes(literals));
    };
  }

  /** Each tag can be on a request whatever the others are, so this is exact. */
  private @Nullable List<String> tags(List<Literal> literals) {
    Set<String> off = new HashSet<>();
    List<HasTag> wanted = new ArrayList<>();
    for (Literal literal : literals) {
      effort.spend(1);
      Literal.Holds holds = (Literal.Holds) literal;
      HasTag condition = (HasTag) holds.condition();
      if (holds.wanted()) {
        wanted.add(condition);
      } else {
        off.addAll(condition.names());
      }
    }
    Set<String> on = new TreeSet<>();
    for (HasTag condition : wanted) {
      if (condition.names().stream().noneMatch(on::contains)) {
        Optional<String> name =
            condition.names().stream().filter(one -> !off.contains(one)).findFirst();
        if (name.isEmpty()) {
          return null;
        }
        on.add(name.get());
      }
    }
    return List.copyOf(on);
  }

  private @Nullable List<String> path(List<Literal> literals) {
    PathChoice choice = new PathChoice(literals, false, effort);
    List<String> path = choice.choose();
    if (path == null
        && choice.isOpaque()
        && new PathChoice(literals, true, effort).choose() != null) {
      effort.leftOut();
    }
    return path;
  }

  private @Nullable List<String> text(Dimension dimension, List<Literal> literals) {
    TextChoice choice = new TextChoice(dimension, literals, false, effort);
    List<String> values = choice.choose(single);
    if (values == null
        && choice.isOpaque()
        && new TextChoice(dimension, literals, true, effort).choose(single) != null) {
      effort.leftOut();
    }
    return values;
  }

  private @Nullable List<String> tried(
      Dimension dimension, List<Literal> literals, List<List<String>> candidates) {
    List<String> found = firstOf(dimension, literals, candidates);
    if (found == null) {
      List<Literal> plain = literals.stream().filter(Chooser::isPlain).toList();
      if (plain.size() < literals.size() && firstOf(dimension, plain, candidates) != null) {
        effort.leftOut();
      }
    }
    return found;
  }

  private static boolean isPlain(Literal literal) {
    return literal instanceof Literal.Holds holds && !(holds.condition() instanceof HeaderFits);
  }

  private @Nullable List<String> firstOf(
      Dimension dimension, List<Literal> literals, List<List<String>> candidates) {
    for (List<String> candidate : candidates) {
      ExampleRequest request = Draft.only(dimension, candidate);
      boolean all = true;
      for (int i = 0; i < literals.size() && all; i++) {
        effort.spend(1);
        all = literals.get(i).isTrueOf(request);
      }
      if (all) {
        return candidate;
      }
    }
    return null;
  }

  private static List<List<String>> methods(List<Literal> literals) {
    Set<String> named = new LinkedHashSet<>(METHODS);
    for (Condition condition : conditions(literals)) {
      named.addAll(((MethodIs) condition).names());
    }
    StringBuilder other = new StringBuilder("X");
    while (named.contains(other.toString())) {
      other.append('X');
    }
    named.add(other.toString());
    return named.stream().map(List::of).toList();
  }

  private List<List<String>> hosts(List<Literal> literals) {
    Set<String> patterns = new LinkedHashSet<>();
    for (Condition condition : conditions(literals)) {
      if (condition instanceof HostIs host) {
        patterns.addAll(host.patterns());
      }
    }
    String fresh = FreshText.not(patterns);
    List<List<String>> hosts = new ArrayList<>();
    hosts.add(List.of());
    for (String pattern : patterns) {
      boolean wild = pattern.startsWith("*.");
      hosts.add(List.of(wild ? 'a' + pattern.substring(1) : pattern));
      if (wild) {
        hosts.add(List.of(fresh + pattern.substring(1)));
      }
    }
    hosts.add(List.of(fresh + ".example"));
    hosts.addAll(lines("host", literals));
    return hosts;
  }

  private List<List<String>> mediaTypes(List<Literal> literals) {
    Set<String> patterns = new LinkedHashSet<>();
    for (Condition condition : conditions(literals)) {
      if (condition instanceof MediaTypeIs type) {
        patterns.addAll(type.types());
      }
    }
    String fresh = FreshText.not(patterns);
    List<List<String>> types = new ArrayList<>();
    types.add(List.of());
    for (String pattern : patterns) {
      int star = pattern.indexOf("/*+") + 1;
      types.add(List.of(star == 0 ? pattern : with(pattern, star, "a")));
      if (star > 0) {
        types.add(List.of(with(pattern, star, fresh)));
      }
    }
    types.add(List.of(fresh + '/' + fresh));
    List<List<String>> lines = lines("content-type", literals);
    types.addAll(lines);
    for (List<String> line : lines) {
      patterns.forEach(pattern -> types.add(List.of(pattern.replace("*", fresh), line.get(0))));
    }
    return types;
  }

  private static String with(String pattern, int star, String text) {
    return pattern.substring(0, star) + text + pattern.substring(star + 1);
  }

  /** Lines of a field that is a dimension of its own, for the tests on it by name. */
  private List<List<String>> lines(String name, List<Literal> literals) {
    List<Literal> tests = new ArrayList<>();
    for (Literal literal : literals) {
      if (literal instanceof Literal.Holds holds && holds.condition() instanceof HeaderFits) {
        tests.add(literal);
      } else if (literal instanceof Literal.Yields) {
        tests.add(literal);
      }
    }
    if (tests.isEmpty()) {
      return List.of();
    }
    Dimension plain = new Dimension(Dimension.Kind.HEADER, HttpToken.lowerCase(name));
    List<String> values = new TextChoice(plain, tests, false, effort).choose(false);
    return values == null || values.isEmpty() ? List.of() : List.of(values);
  }

  private static List<List<String>> bodies(List<Literal> literals) {
    List<List<String>> bodies = new ArrayList<>();
    bodies.add(List.of());
    for (Literal literal : literals) {
      if (literal instanceof Literal.Yields asked && asked.wanted()) {
        YieldValues.of(asked.yield()).forEach(content -> bodies.add(List.of(content)));
      }
    }
    return bodies;
  }

  private static List<Condition> conditions(List<Literal> literals) {
    List<Condition> conditions = new ArrayList<>();
    for (Literal literal : literals) {
      if (literal instanceof Literal.Holds holds) {
        conditions.add(holds.condition());
      }
    }
    return conditions;
  }
}
