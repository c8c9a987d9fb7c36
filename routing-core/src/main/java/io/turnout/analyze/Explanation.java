// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.decision.RouteDecision;
import io.turnout.extract.Extraction;
import io.turnout.request.RequestHead;
import io.turnout.request.RequestObserver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A decision and the way to it, made by the code that decides. Rules that host or path exclude are
 * not on the way.
 *
 * @param decision the decision
 * @param steps the rules that came up, in file order, up to the one that decided
 */
public record Explanation(RouteDecision decision, List<Step> steps) {

  /** Copies the list. */
  public Explanation {
    steps = List.copyOf(steps);
  }

  /**
   * A rule that came up.
   *
   * @param rule its name
   * @param conditions its conditions as far as they were judged
   * @param sources its sources as far as they were asked
   */
  public record Step(String rule, List<Check> conditions, List<Reading> sources) {

    /** Copies the lists. */
    public Step {
      conditions = List.copyOf(conditions);
      sources = List.copyOf(sources);
    }
  }

  /**
   * A condition that was judged.
   *
   * @param condition what the file said
   * @param held whether it held
   */
  public record Check(String condition, boolean held) {}

  /**
   * A source that was asked.
   *
   * @param source what the file said
   * @param kind what came of it
   * @param value what it held, before transforms; it may be personal data; empty if nothing
   */
  public record Reading(String source, Extraction.Kind kind, Optional<String> value) {

    @Override
    public String toString() {
      return source + " " + kind;
    }
  }

  /**
   * Decides a request and says how.
   *
   * @param body the whole body; empty for none
   * @return a stage that completes when the decision is made
   */
  public static CompletionStage<Explanation> of(
      CellRouter router, RequestHead head, ByteBuffer body) {
    Recorder recorder = new Recorder();
    RoutingAttempt attempt = router.begin(head, recorder);
    attempt.offer(body);
    attempt.end();
    return attempt.decision().thenApply(recorder::explanation);
  }

  /** Collects what happens on the way. */
  private static final class Recorder implements RequestObserver {

    private final Map<String, List<Check>> conditions = new LinkedHashMap<>();
    private final Map<String, List<Reading>> sources = new LinkedHashMap<>();
    private String current = "";

    @Override
    public void onRule(String name) {
      current = name;
      conditions.computeIfAbsent(name, key -> new ArrayList<>());
      sources.computeIfAbsent(name, key -> new ArrayList<>());
    }

    @Override
    public void onCondition(Object condition, boolean held) {
      conditions
          .computeIfAbsent(current, key -> new ArrayList<>())
          .add(new Check(condition.toString(), held));
    }

    @Override
    public void onSource(Object source, Object result) {
      Extraction extraction = (Extraction) result;
      Optional<String> value =
          extraction.kind() == Extraction.Kind.FOUND
              ? Optional.of(extraction.value())
              : Optional.empty();
      sources
          .computeIfAbsent(current, key -> new ArrayList<>())
          .add(new Reading(source.toString(), extraction.kind(), value));
    }

    Explanation explanation(RouteDecision decision) {
      List<Step> steps = new ArrayList<>();
      for (Map.Entry<String, List<Check>> rule : conditions.entrySet()) {
        String name = rule.getKey();
        steps.add(new Step(name, rule.getValue(), sources.getOrDefault(name, List.of())));
        if (decision.rule().equals(Optional.of(name))) {
          break;
        }
      }
      return new Explanation(decision, steps);
    }
  }
}
