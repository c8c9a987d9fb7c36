// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.extract.BodySource;
import io.turnout.extract.RouteKeyExtractor;
import io.turnout.extract.Source;
import io.turnout.match.Condition;
import io.turnout.plan.PlannedRule;
import io.turnout.plan.RuleEffect;
import io.turnout.rules.RuleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the rules of a file cost at worst, each by itself, on a tier that adds no limit of its own.
 *
 * @param costs one for each rule, in file order
 */
public record RuleCost(List<Cost> costs) {

  /** Copies the list. */
  public RuleCost {
    costs = List.copyOf(costs);
  }

  /**
   * What one rule can cost a request that comes to it.
   *
   * @param rule its name
   * @param bodyBytes the most bytes of a body that are read; 0: it never waits for a body
   * @param tokensRead how many tokens are read
   * @param tokensVerified how many of them are verified
   * @param expressions how many regular expressions run, each on one value: those of the
   *     conditions, and for every source that holds a value those of transforms and match
   * @param payers which requests pay, of those that come to the rule
   */
  public record Cost(
      String rule,
      long bodyBytes,
      int tokensRead,
      int tokensVerified,
      int expressions,
      Payers payers) {

    /** Whether nothing but the head is looked at, without tokens and expressions. */
    public boolean isNothing() {
      return bodyBytes == 0 && tokensRead == 0 && expressions == 0;
    }
  }

  /**
   * Which requests pay, of those that no earlier rule has decided.
   *
   * @param when the conditions that hold for them, as the file has them; empty: all pay
   * @param unless the conditions that do not all hold for them; empty: none
   */
  public record Payers(List<String> when, List<String> unless) {

    /** Copies the lists. */
    public Payers {
      when = List.copyOf(when);
      unless = List.copyOf(unless);
    }

    @Override
    public String toString() {
      String all = when.isEmpty() ? "every request" : String.join(", ", when);
      return unless.isEmpty() ? all : all + "; unless " + String.join(", ", unless);
    }
  }

  /** Adds up what each rule says. */
  public static RuleCost of(RuleSet rules) {
    return new RuleCost(rules.plan().rules().stream().map(RuleCost::of).toList());
  }

  private static Cost of(PlannedRule rule) {
    List<Source> sources = new ArrayList<>();
    int expressions = expressions(rule.when()) + expressions(rule.unless());
    Optional<RouteKeyExtractor> extractor = extractor(rule.effect());
    if (extractor.isPresent()) {
      sources.addAll(extractor.get().sources());
      expressions += sources.size() * extractor.get().expressions();
    }
    return new Cost(
        rule.name(),
        sources.stream().mapToLong(RuleCost::bodyBytes).max().orElse(0),
        (int) sources.stream().filter(source -> source.word().equals("jwt")).count(),
        (int) sources.stream().filter(Source::verifiesToken).count(),
        expressions,
        new Payers(texts(rule.when()), texts(rule.unless())));
  }

  static Optional<RouteKeyExtractor> extractor(RuleEffect effect) {
    if (effect instanceof RuleEffect.FindKey find) {
      return Optional.of(find.extractor());
    }
    return effect instanceof RuleEffect.FindCell find
        ? Optional.of(find.extractor())
        : Optional.empty();
  }

  private static long bodyBytes(Source source) {
    return source instanceof BodySource body ? body.limitBytes() : 0;
  }

  private static int expressions(List<Condition> conditions) {
    return conditions.stream().mapToInt(Condition::expressions).sum();
  }

  private static List<String> texts(List<Condition> conditions) {
    return conditions.stream().map(Condition::toString).toList();
  }
}
