// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.match.Conditions;
import io.turnout.match.PathTemplate;
import io.turnout.rules.RuleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Says which rules of a file can decide the requests of a route: of one method, and with a path
 * that fits one template. Immutable and thread-safe.
 */
public final class RouteDeciders {

  /** The most steps for one route, each about one look at a condition. */
  static final int MOST_STEPS_OF_A_ROUTE = 3_000_000;

  private final Program program;
  private final List<Literal> given;

  private RouteDeciders(Program program, List<Literal> given) {
    this.program = program;
    this.given = given;
  }

  /** Makes the rules ready to be asked. */
  public static RouteDeciders of(RuleSet rules) {
    return new RouteDeciders(new Program(rules.plan()), List.of());
  }

  /**
   * The same rules, asked about requests for one host only.
   *
   * @param host a host, or a pattern as the rule file has them
   * @throws IllegalArgumentException if it is none; the message says what would be right
   */
  public RouteDeciders withHost(String host) {
    Objects.requireNonNull(host, "host");
    return new RouteDeciders(program, List.of(Literal.yes(Conditions.host(List.of(host)))));
  }

  /** How a rule takes part in deciding a route. */
  public enum Part {
    /** It decides every request of the route that no rule before it has decided. */
    ALWAYS,
    /** It decides some requests of the route. */
    SOMETIMES,
    /** No request of the route was found that it decides, and that there is none was not proved. */
    PERHAPS
  }

  /**
   * A rule that can decide requests of the route.
   *
   * @param rule its name
   * @param part how it takes part
   * @param example the smallest request found that it decides; empty for {@link Part#PERHAPS}
   */
  public record Decider(String rule, Part part, Optional<ExampleRequest> example) {

    /** Checks that every part is there. */
    public Decider {
      Objects.requireNonNull(rule, "rule");
      Objects.requireNonNull(part, "part");
      Objects.requireNonNull(example, "example");
    }
  }

  /**
   * What becomes of the requests of a route.
   *
   * @param deciders the rules that can decide one, in file order
   * @param noRulePossible whether it was not proved that a rule decides each of them
   * @param noRule the smallest request found that no rule decides; empty if none was found
   */
  public record Answer(
      List<Decider> deciders, boolean noRulePossible, Optional<ExampleRequest> noRule) {

    /** Copies the list. */
    public Answer {
      deciders = List.copyOf(deciders);
      Objects.requireNonNull(noRule, "noRule");
    }
  }

  /**
   * Asks about one route.
   *
   * @param method the method, {@code GET}
   * @param pathTemplate a path template as the rule file has them, <code>/v1/cards/{id}</code>
   * @throws IllegalArgumentException if one of them is none; the message says what would be right
   */
  public Answer deciding(String method, String pathTemplate) {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(pathTemplate, "pathTemplate");
    List<Literal> route = new ArrayList<>(given);
    route.add(Literal.yes(Conditions.method(List.of(method))));
    route.add(Literal.yes(Conditions.path(List.of(PathTemplate.parse(pathTemplate)))));
    Effort effort = Effort.of(MOST_STEPS_OF_A_ROUTE);
    List<Decider> deciders = new ArrayList<>();
    for (int rule = 0; rule < program.size(); rule++) {
      boolean handsOn = program.needsHandingOn(rule);
      WitnessSearch.Answer answer = search(rule, handsOn, effort).answer(route);
      if (answer.verdict() != Search.Verdict.NONE) {
        boolean last =
            program.alwaysDecides(rule, false) && search(rule + 1, false, effort).isEmpty(route);
        deciders.add(decider(rule, answer, last));
        if (last) {
          return new Answer(deciders, false, Optional.empty());
        }
      }
    }
    WitnessSearch.Answer none = search(program.size(), false, effort).answer(route);
    return new Answer(
        deciders,
        none.verdict() != Search.Verdict.NONE,
        Optional.ofNullable(none.decides() ? none.witness() : null));
  }

  private Decider decider(int rule, WitnessSearch.Answer answer, boolean last) {
    Optional<ExampleRequest> example =
        Optional.ofNullable(answer.decides() ? answer.witness() : null);
    Part part = example.isEmpty() ? Part.PERHAPS : last ? Part.ALWAYS : Part.SOMETIMES;
    return new Decider(program.rule(rule).name(), part, example);
  }

  private WitnessSearch search(int rule, boolean handsOn, Effort effort) {
    return new WitnessSearch(program, rule, handsOn, effort.part(Shadowing.MOST_STEPS_OF_A_RULE));
  }
}
