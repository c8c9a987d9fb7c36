// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.decision.Grounds;
import io.turnout.decision.Reason;
import io.turnout.extract.BodySource;
import io.turnout.extract.HeadSource;
import io.turnout.extract.RouteKeyExtractor;
import io.turnout.extract.Source;
import io.turnout.extract.SourcePlace;
import io.turnout.extract.VerifiedTokens;
import io.turnout.match.Condition;
import io.turnout.match.Conditions;
import io.turnout.match.IndexedRule;
import io.turnout.match.RuleIndex;
import io.turnout.plan.Action;
import io.turnout.plan.BodyWalk;
import io.turnout.plan.Judgement;
import io.turnout.plan.PlannedRule;
import io.turnout.plan.RuleEffect;
import io.turnout.plan.RulePlan;
import io.turnout.plan.TierPlan;
import io.turnout.plan.TierTraits;
import io.turnout.plan.TierTraits.HandingOn;
import io.turnout.request.Request;
import io.turnout.spi.RouteClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The compiled rules of one file, ready to be asked and to be reasoned about. Immutable. */
final class Program {

  private static final String FORM = "application/x-www-form-urlencoded";

  /** How many rules are looked at in a step: most are done with at a glance. */
  private static final int RULES_OF_A_STEP = 2;

  private final RulePlan plan;
  private final RuleIndex index;
  private final FieldIndex fields;
  private final VerifiedTokens tokens = VerifiedTokens.of(RouteClock.system(), 0);
  private final TierPlan handingOn;
  private final TierPlan standalone;
  private final Map<String, Integer> numbers = new HashMap<>();

  Program(RulePlan plan) {
    this.plan = plan;
    index =
        RuleIndex.of(
            plan.rules().stream()
                .map(rule -> new IndexedRule(rule.when(), rule.unless()))
                .toList());
    fields = new FieldIndex(plan.rules());
    handingOn = TierPlan.of(plan, TierTraits.of(HandingOn.POSSIBLE, RouteClock.system()));
    standalone = TierPlan.of(plan, TierTraits.of(HandingOn.IMPOSSIBLE, RouteClock.system()));
    for (int i = 0; i < plan.rules().size(); i++) {
      numbers.put(plan.rules().get(i).name(), i);
    }
  }

  RulePlan plan() {
    return plan;
  }

  /** The number of rules, which stands for "no rule" where a rule's number is asked for. */
  int size() {
    return plan.rules().size();
  }

  PlannedRule rule(int number) {
    return plan.rules().get(number);
  }

  /** The number of the rule of that name; -1 if there is none. */
  int number(String name) {
    return numbers.getOrDefault(name, -1);
  }

  /** Whether a rule decides only where the tier can hand on. */
  boolean needsHandingOn(int rule) {
    return rule < size()
        && rule(rule).effect() instanceof RuleEffect.Then then
        && then.action() instanceof Action.ToAuthority;
  }

  /** Whether a rule decides whenever it applies. */
  boolean alwaysDecides(int rule, boolean handsOn) {
    return rule(rule).effect() instanceof RuleEffect.Then && (handsOn || !needsHandingOn(rule));
  }

  /** That the conditions in {@code when} hold; nothing for "no rule". */
  List<Literal> when(int rule) {
    return rule == size() ? List.of() : rule(rule).when().stream().map(Literal::yes).toList();
  }

  /** That those in {@code unless} do not all hold. */
  List<Clause> unless(int rule) {
    return rule == size() || rule(rule).unless().isEmpty()
        ? List.of()
        : List.of(new Clause(-1, oneFails(rule(rule).unless())));
  }

  /** Whether the conditions of a rule let it act. */
  boolean applies(int rule, ExampleRequest example) {
    return rule == size() || applies(rule(rule), example.tagged());
  }

  private static boolean applies(PlannedRule rule, Request request) {
    return allHold(rule.when(), request)
        && (rule.unless().isEmpty() || !allHold(rule.unless(), request));
  }

  private static boolean allHold(List<Condition> conditions, Request request) {
    for (int i = 0; i < conditions.size(); i++) {
      if (!conditions.get(i).test(request)) {
        return false;
      }
    }
    return true;
  }

  /** That a rule does not apply. */
  Clause notApplying(int rule) {
    List<List<Literal>> ways = new ArrayList<>(oneFails(rule(rule).when()));
    if (!rule(rule).unless().isEmpty()) {
      ways.add(rule(rule).unless().stream().map(Literal::yes).toList());
    }
    return new Clause(rule, ways);
  }

  private static List<List<Literal>> oneFails(List<Condition> conditions) {
    return conditions.stream().map(condition -> List.of(Literal.no(condition))).toList();
  }

  /** The smallest number from {@code from} on that neither index excludes; -1 if all are. */
  private int next(FieldIndex.Candidates candidates, Request request, int from) {
    int number = candidates.next(from);
    while (number >= 0) {
      int next = index.next(request, number);
      if (next == number || next < 0) {
        return next;
      }
      number = candidates.next(next);
    }
    return number;
  }

  /**
   * That no rule before one always decides a request, and, if it must, that one applies.
   *
   * @param effort what looking at the rules before takes its steps from
   */
  Goal past(int rule, boolean handsOn, boolean applies, Effort effort) {
    return example -> {
      Request request = example.tagged();
      int looked = 0;
      FieldIndex.Candidates candidates = fields.of(example, request);
      for (int next = next(candidates, request, 0);
          next >= 0 && next < rule;
          next = next(candidates, request, next + 1)) {
        if (++looked % RULES_OF_A_STEP == 0) {
          effort.spend(1);
        }
        if (alwaysDecides(next, handsOn) && applies(rule(next), request)) {
          return new Goal.Objection(notApplying(next));
        }
      }
      return !applies || applies(rule, example) ? null : Goal.Objection.FINAL;
    };
  }

  /** That a request comes to a rule that applies; and, if it must, is decided by it. */
  Goal comingTo(int rule, boolean handsOn, boolean decided) {
    return example -> {
      Landing landing = landing(example, handsOn);
      if (landing.rule() < rule) {
        Clause clause = notEnding(landing, example);
        return clause == null ? Goal.Objection.FINAL : new Goal.Objection(clause);
      }
      boolean lands = landing.rule() == rule && (rule == size() || landing.reason().isEmpty());
      return applies(rule, example) && (lands || !decided) ? null : Goal.Objection.FINAL;
    };
  }

  /** That a malformed request ends at a rule. */
  Goal malformedAt(int rule, boolean handsOn) {
    return example -> {
      Landing landing = landing(example, handsOn);
      if (landing.rule() < rule) {
        Clause clause = notEnding(landing, example);
        return clause == null ? Goal.Objection.FINAL : new Goal.Objection(clause);
      }
      return landing.rule() == rule && landing.reason().equals(Optional.of(Reason.MALFORMED))
          ? null
          : Goal.Objection.FINAL;
    };
  }

  private @Nullable Clause notEnding(Landing landing, ExampleRequest example) {
    if (landing.reason().equals(Optional.of(Reason.MALFORMED))) {
      return null;
    }
    Clause notApplying = notApplying(landing.rule());
    if (rule(landing.rule()).effect() instanceof RuleEffect.Then) {
      return notApplying;
    }
    for (Yield yield : yields(landing.rule())) {
      if (!yield.isAbsent(example)) {
        List<List<Literal>> ways = new ArrayList<>(notApplying.ways());
        ways.add(List.of(new Literal.Yields(yield, false)));
        return new Clause(landing.rule(), ways);
      }
    }
    return null;
  }

  /** What the rules say of a request. */
  Landing landing(ExampleRequest example, boolean handsOn) {
    Judgement judgement = (handsOn ? handingOn : standalone).judge(example.tagged());
    if (judgement instanceof BodyWalk walk) {
      Judgement early = walk.offer(example.bytes());
      judgement = early == null ? walk.end() : early;
    }
    Grounds grounds =
        judgement instanceof Judgement.Key key
            ? key.keyGrounds().found()
            : ((Judgement.Act) judgement).grounds();
    int rule = grounds.rule().map(this::number).orElse(size());
    return new Landing(rule, grounds, judgement);
  }

  /** The sources of a rule; none if it looks for nothing. */
  List<Yield> yields(int rule) {
    if (rule == size() || rule(rule).effect() instanceof RuleEffect.Then) {
      return List.of();
    }
    RuleEffect effect = rule(rule).effect();
    RouteKeyExtractor extractor =
        effect instanceof RuleEffect.FindKey key
            ? key.extractor()
            : ((RuleEffect.FindCell) effect).extractor();
    Set<String> cells = effect instanceof RuleEffect.FindCell cell ? cell.cells() : Set.of();
    return extractor.sources().stream()
        .map(source -> new Yield(extractor, ready(source), cells, plan.bodyDepth()))
        .toList();
  }

  /** A source that answers by itself; none of the tokens that it is shown here is signed. */
  private Source ready(Source source) {
    return source instanceof HeadSource head ? head.judgedBy(tokens) : source;
  }

  /**
   * What makes a rule decide that applies, each by itself enough: nothing for one that always does,
   * else that one of its sources yields a value.
   */
  List<List<Literal>> waysToDecide(int rule) {
    if (rule == size() || rule(rule).effect() instanceof RuleEffect.Then) {
      return List.of(List.of());
    }
    List<List<Literal>> ways = new ArrayList<>();
    Literal post = Literal.yes(Conditions.method(List.of("POST")));
    for (Yield yield : yields(rule)) {
      Literal found = new Literal.Yields(yield, true);
      Source source = yield.source();
      if (!(source instanceof BodySource)) {
        ways.add(List.of(found));
      } else if (source.place().kind() == SourcePlace.Kind.JSON) {
        ways.add(List.of(post, found));
        ways.add(List.of(found));
      } else {
        Literal form = Literal.yes(Conditions.mediaType(List.of(FORM)));
        ways.add(List.of(post, form, found));
        ways.add(List.of(form, found));
      }
    }
    return ways;
  }
}
