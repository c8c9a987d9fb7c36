// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.analyze.Explanation.Check;
import io.turnout.analyze.Explanation.Part;
import io.turnout.analyze.Explanation.Passage;
import io.turnout.analyze.Explanation.Reading;
import io.turnout.analyze.Explanation.Step;
import io.turnout.decision.RouteDecision;
import io.turnout.extract.BodySource;
import io.turnout.extract.Extraction;
import io.turnout.extract.RouteKeyExtractor;
import io.turnout.extract.Source;
import io.turnout.plan.PlannedRule;
import io.turnout.plan.RuleEffect;
import io.turnout.request.Request;
import io.turnout.request.RequestObserver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects what happens on the way to one decision. */
final class Recorder implements RequestObserver {

  private final Map<String, PlannedRule> rules = new HashMap<>();
  private final Request request;
  private final Map<String, Way> ways = new LinkedHashMap<>();
  private final List<Explanation.Doubt> doubts = new ArrayList<>();
  private Way current = new Way();

  /** What one rule did so far. */
  private static final class Way {
    private final List<Check> checks = new ArrayList<>();
    private final List<Source> sources = new ArrayList<>();
    private final List<Reading> readings = new ArrayList<>();
  }

  /** A recorder of {@code request}, which is read a second time only to say why. */
  Recorder(List<PlannedRule> rules, Request request) {
    rules.forEach(rule -> this.rules.put(rule.name(), rule));
    this.request = request;
  }

  @Override
  public void onDoubt(String edge, String why) {
    doubts.add(new Explanation.Doubt(edge, why));
  }

  /** Why signatures prove less than they might. */
  List<Explanation.Doubt> doubts() {
    return doubts;
  }

  @Override
  public void onRule(String name) {
    current = ways.computeIfAbsent(name, key -> new Way());
  }

  @Override
  public void onCondition(Object condition, boolean held) {
    current.checks.add(new Check(Part.WHEN, condition.toString(), held));
  }

  @Override
  public void onSource(Object source, Object result) {
    Extraction extraction = (Extraction) result;
    Optional<String> value =
        extraction.kind() == Extraction.Kind.FOUND
            ? Optional.of(extraction.value())
            : Optional.empty();
    Optional<String> why =
        switch (extraction.kind()) {
          case ABSENT -> Optional.of(((Source) source).whyAbsent(request));
          case UNREADABLE -> Optional.of(extraction.cause().text());
          case NO_KEY -> Optional.of("the keys of the token are not here");
          case FOUND, AMBIGUOUS, NEEDS_BODY -> Optional.empty();
        };
    current.sources.add((Source) source);
    current.readings.add(new Reading(source.toString(), extraction.kind(), value, why, List.of()));
  }

  @Override
  public void onStep(Object step, @Nullable String result) {
    int last = current.readings.size() - 1;
    Reading reading = current.readings.get(last);
    List<Passage> passages = new ArrayList<>(reading.passages());
    passages.add(new Passage(step.toString(), Optional.ofNullable(result)));
    current.readings.set(
        last,
        new Reading(reading.source(), reading.kind(), reading.value(), reading.why(), passages));
  }

  /** The rules that came up, up to the one that decided. */
  List<Step> steps(RouteDecision decision) {
    List<Step> steps = new ArrayList<>();
    for (Map.Entry<String, Way> way : ways.entrySet()) {
      steps.add(step(way.getKey(), way.getValue()));
      if (decision.rule().equals(Optional.of(way.getKey()))) {
        break;
      }
    }
    return steps;
  }

  private Step step(String name, Way way) {
    PlannedRule rule = rules.get(name);
    if (rule == null) {
      return new Step(name, "", way.checks, way.readings);
    }
    List<Check> checks = new ArrayList<>();
    for (Check check : way.checks) {
      Part part = checks.size() < rule.when().size() ? Part.WHEN : Part.UNLESS;
      checks.add(new Check(part, check.condition(), check.held()));
    }
    return new Step(name, text(rule.effect()), checks, inFileOrder(rule.effect(), way));
  }

  /** Body sources are judged after the head's; the file may have them before. */
  private static List<Reading> inFileOrder(RuleEffect effect, Way way) {
    List<Source> sources =
        RuleCost.extractor(effect).map(RouteKeyExtractor::sources).orElse(List.of());
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < way.readings.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingInt(i -> place(sources, way.sources.get(i))));
    return order.stream().map(way.readings::get).toList();
  }

  /** The place of a source of a tier, which may read less of a body than the file's. */
  private static int place(List<Source> sources, Source asked) {
    for (int i = 0; i < sources.size(); i++) {
      Source source = sources.get(i);
      if (source.equals(asked)
          || source instanceof BodySource body
              && asked instanceof BodySource limited
              && body.within(limited.limitBytes()).equals(limited)) {
        return i;
      }
    }
    return sources.size();
  }

  private static String text(RuleEffect effect) {
    if (effect instanceof RuleEffect.Then then) {
      return then.action().toString();
    }
    return effect instanceof RuleEffect.FindKey find
        ? "key " + find.extractor().namespace()
        : "cell-from";
  }
}
