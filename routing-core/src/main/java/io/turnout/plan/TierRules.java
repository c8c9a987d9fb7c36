// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.decision.Grounds;
import io.turnout.decision.Reason;
import io.turnout.extract.BodySource;
import io.turnout.extract.HeadSource;
import io.turnout.extract.RouteKeyExtractor;
import io.turnout.extract.Source;
import io.turnout.extract.UnreadableCause;
import io.turnout.extract.VerifiedTokens;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes rules ready for one tier. */
record TierRules(
    String version, Map<Reason, Action> outcomes, TierTraits tier, VerifiedTokens tokens) {

  private static final Action TO_AUTHORITY = new Action.ToAuthority();

  TierRule compile(PlannedRule rule) {
    Judgement.Act malformed = failing(GroundsOf.rule(rule.name(), version), Reason.MALFORMED);
    if (rule.effect() instanceof RuleEffect.Then then) {
      return then.action() instanceof Action.ToAuthority && !tier.canHandOn()
          ? TierRule.idle(rule, malformed)
          : TierRule.deciding(
              rule,
              new Judgement.Act(then.action(), GroundsOf.rule(rule.name(), version)),
              malformed);
    }
    return TierRule.searching(rule, sources(rule), malformed);
  }

  /** The rules by which a router before this one can have found a key, by name. */
  Map<String, HandedRule> handed(List<PlannedRule> rules) {
    Map<String, HandedRule> handed = new HashMap<>();
    for (int number = 0; number < rules.size(); number++) {
      PlannedRule rule = rules.get(number);
      if (rule.effect() instanceof RuleEffect.FindKey key) {
        Grounds grounds = GroundsOf.source(rule.name(), HandedRule.SOURCE, version);
        handed.put(rule.name(), new HandedRule(number, keyGrounds(key.extractor(), grounds, key)));
      }
    }
    return handed;
  }

  private TierSource[] sources(PlannedRule rule) {
    RuleEffect effect = rule.effect();
    RouteKeyExtractor extractor =
        effect instanceof RuleEffect.FindKey key
            ? key.extractor()
            : ((RuleEffect.FindCell) effect).extractor();
    return extractor.sources().stream()
        .map(source -> source(rule, extractor, source))
        .toArray(TierSource[]::new);
  }

  private TierSource source(PlannedRule rule, RouteKeyExtractor extractor, Source source) {
    Grounds grounds = GroundsOf.source(rule.name(), source.word(), version);
    Map<UnreadableCause, Judgement.Act> unreadable = new EnumMap<>(UnreadableCause.class);
    for (UnreadableCause cause : UnreadableCause.values()) {
      unreadable.put(
          cause,
          new Judgement.Act(outcome(Reason.UNREADABLE_BODY), GroundsOf.unreadable(grounds, cause)));
    }
    boolean isKey = rule.effect() instanceof RuleEffect.FindKey;
    return new TierSource(
        ready(source),
        extractor,
        isKey ? keyGrounds(extractor, grounds, (RuleEffect.FindKey) rule.effect()) : null,
        isKey ? Map.of() : cells(((RuleEffect.FindCell) rule.effect()).cells(), grounds),
        failing(grounds, Reason.AMBIGUOUS),
        new Judgement.Act(TO_AUTHORITY, grounds.because(Reason.NO_KEY)),
        unreadable);
  }

  private Source ready(Source source) {
    return source instanceof BodySource body
        ? body.within(tier.bodyLimitBytes())
        : ((HeadSource) source).judgedBy(tokens);
  }

  private Judgement.KeyGrounds keyGrounds(
      RouteKeyExtractor extractor, Grounds grounds, RuleEffect.FindKey effect) {
    Optional<List<Action>> own = effect.unknownKey();
    Action unknown =
        own.map(list -> TierPlan.firstDoable(list, tier))
            .orElseGet(() -> outcome(Reason.UNKNOWN_KEY));
    return new Judgement.KeyGrounds(
        extractor.namespace(),
        grounds,
        new Judgement.Act(unknown, grounds.because(Reason.UNKNOWN_KEY)));
  }

  private static Map<String, Judgement.Act> cells(Set<String> names, Grounds grounds) {
    Map<String, Judgement.Act> acts = new HashMap<>();
    names.forEach(name -> acts.put(name, new Judgement.Act(new Action.ToCell(name), grounds)));
    return acts;
  }

  private Judgement.Act failing(Grounds grounds, Reason reason) {
    return new Judgement.Act(outcome(reason), grounds.because(reason));
  }

  private Action outcome(Reason reason) {
    return TierPlan.outcome(outcomes, reason);
  }
}
