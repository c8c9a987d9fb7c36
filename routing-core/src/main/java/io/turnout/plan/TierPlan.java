// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.decision.Grounds;
import io.turnout.decision.Reason;
import io.turnout.extract.Extraction;
import io.turnout.extract.VerifiedTokens;
import io.turnout.match.RuleIndex;
import io.turnout.protocol.HandedKey;
import io.turnout.request.Request;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A rule plan made ready for one tier: outcomes narrowed to the one action that the tier takes,
 * limits lowered to the tier's own. Thread-safe; what it says of a request is a function of the
 * rules, the tier, the request and the time alone.
 */
public final class TierPlan {

  private static final int NO_RULE = -1;

  private final RulePlan plan;
  private final RuleIndex index;
  private final TierRule[] rules;
  private final Map<Reason, Action> outcomes;
  private final Judgement.Act noRule;
  private final Map<String, HandedRule> handed;

  private TierPlan(
      RulePlan plan,
      TierRule[] rules,
      Map<Reason, Action> outcomes,
      Map<String, HandedRule> handed) {
    this.plan = plan;
    this.handed = handed;
    this.rules = rules;
    this.outcomes = outcomes;
    this.index = RuleIndex.of(plan.rules().stream().map(PlannedRule::indexed).toList());
    this.noRule =
        new Judgement.Act(outcome(outcomes, Reason.NO_RULE), GroundsOf.noRule(plan.version()));
  }

  /** Makes {@code plan} ready for a tier. What the tier remembers of tokens is this plan's own. */
  public static TierPlan of(RulePlan plan, TierTraits tier) {
    Map<Reason, Action> outcomes = new EnumMap<>(Reason.class);
    plan.outcomes().forEach((reason, list) -> outcomes.put(reason, firstDoable(list, tier)));
    VerifiedTokens tokens = VerifiedTokens.of(tier.clock(), tier.verifiedTokens());
    TierRules compiler = new TierRules(plan.version(), outcomes, tier, tokens);
    TierRule[] rules = plan.rules().stream().map(compiler::compile).toArray(TierRule[]::new);
    boolean takesKeys = !tier.canHandOn() && plan.clients().hasRouter();
    return new TierPlan(
        plan, rules, outcomes, takesKeys ? compiler.handed(plan.rules()) : Map.of());
  }

  /** The plan it was made from. */
  public RulePlan plan() {
    return plan;
  }

  /** The grounds of a request that goes round in a loop. */
  public Grounds loop() {
    return GroundsOf.noRule(plan.version()).because(Reason.LOOP);
  }

  /** The action for an outcome that is not one of a rule. */
  public Action outcome(Reason reason) {
    return outcome(outcomes, reason);
  }

  static Action outcome(Map<Reason, Action> outcomes, Reason reason) {
    Action action = outcomes.get(reason);
    if (action == null) {
      throw new IllegalArgumentException("a rule file cannot name an outcome " + reason.text());
    }
    return action;
  }

  /** The first action of {@code list} that the tier can do. */
  static Action firstDoable(List<Action> list, TierTraits tier) {
    for (Action action : list) {
      if (tier.canHandOn() || !(action instanceof Action.ToAuthority)) {
        return action;
      }
    }
    throw new IllegalArgumentException("no tier-independent action in " + list);
  }

  /** Judges a request by its head; the answer is a {@link BodyWalk} where that is not enough. */
  public Judgement judge(Request request) {
    List<BodyStep> steps = null;
    int from = 0;
    while (true) {
      int number = index.next(request, from);
      if (number == NO_RULE) {
        return finish(request, steps, noRule);
      }
      from = number + 1;
      TierRule rule = rules[number];
      rule.comesUp(request);
      if (rule.looksAtPath() && request.target().isMalformed()) {
        return finish(request, steps, rule.malformed());
      }
      if (!rule.applies(request)) {
        continue;
      }
      Judgement fixed = rule.fixed();
      if (fixed != null) {
        return finish(request, steps, fixed);
      }
      for (TierSource source : rule.sources()) {
        Extraction raw = source.atHead(request);
        if (raw.kind() == Extraction.Kind.NEEDS_BODY) {
          steps = steps == null ? new ArrayList<>(2) : steps;
          steps.add(BodyStep.of(source, request));
          continue;
        }
        Judgement judged = source.judge(request, raw);
        if (judged != null) {
          return finish(request, steps, judged);
        }
      }
    }
  }

  /**
   * Judges a request of which a proven router says that it has found the key. The key stands in for
   * finding one, and for nothing else.
   *
   * @return null if by these rules it cannot have been found, so that the request is to be judged
   *     from the start; always on a tier that can hand on
   */
  public @Nullable Judgement judge(Request request, HandedKey key) {
    HandedRule named = handed.get(key.rule());
    if (named == null || !named.fits(key)) {
      return null;
    }
    boolean observed = request.observer() != null;
    if (!comesTo(named.number(), observed ? Request.of(request.head()) : request)) {
      return null;
    }
    if (observed) { // who follows sees the way only once it is certain
      comesTo(named.number(), request);
    }
    return new Judgement.Key(key.key(), named.grounds());
  }

  /** Whether a rule applies, no earlier one decides by itself, and none finds a malformed path. */
  private boolean comesTo(int wanted, Request request) {
    int number = -1;
    while (number < wanted) {
      number = index.next(request, number + 1);
      if (number == NO_RULE || number > wanted) {
        return false;
      }
      TierRule rule = rules[number];
      rule.comesUp(request);
      if (rule.looksAtPath() && request.target().isMalformed()) {
        return false;
      }
      boolean applies = rule.applies(request);
      if (number == wanted ? !applies : applies && rule.fixed() != null) {
        return false;
      }
    }
    return true;
  }

  private Judgement finish(Request request, @Nullable List<BodyStep> steps, Judgement rest) {
    return steps == null ? rest : new BodyWalk(request, steps, rest, plan.bodyDepth());
  }
}
