// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.decision.RouteDecision;
import io.turnout.extract.Extraction;
import io.turnout.plan.PlannedRule;
import io.turnout.request.Request;
import io.turnout.request.RequestHead;
import java.nio.ByteBuffer;
import java.util.List;
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
   * @param effect what it does when it applies: {@code cell us-1}, {@code key business}
   * @param conditions its conditions as far as they were judged
   * @param sources its sources as far as they were asked
   */
  public record Step(String rule, String effect, List<Check> conditions, List<Reading> sources) {

    /** Copies the lists. */
    public Step {
      conditions = List.copyOf(conditions);
      sources = List.copyOf(sources);
    }
  }

  /** Where a condition stands. */
  public enum Part {
    /** Under {@code when}: the rule applies only if it holds. */
    WHEN,
    /** Under {@code unless}: the rule does not apply if all of these hold. */
    UNLESS
  }

  /**
   * A condition that was judged.
   *
   * @param part where it stands
   * @param condition what the file said
   * @param held whether it held
   */
  public record Check(Part part, String condition, boolean held) {}

  /**
   * A source that was asked.
   *
   * @param source what the file said
   * @param kind what came of it
   * @param value what it held, before transforms; it may be personal data; empty if nothing
   * @param why why it was absent or unreadable; empty otherwise
   * @param passages the steps that the value went through, in order
   */
  public record Reading(
      String source,
      Extraction.Kind kind,
      Optional<String> value,
      Optional<String> why,
      List<Passage> passages) {

    /** Copies the list. */
    public Reading {
      passages = List.copyOf(passages);
    }

    /** Whether what was found outlasted every step. */
    public boolean outlasted() {
      return kind == Extraction.Kind.FOUND
          && passages.stream().allMatch(passage -> passage.result().isPresent());
    }

    @Override
    public String toString() {
      return source + " " + kind;
    }
  }

  /**
   * A step between what a source held and the key: a transform, {@code match}, or what a key or
   * cell must be.
   *
   * @param step what the file said
   * @param result what came out, which may be personal data; empty: the source counts as absent
   */
  public record Passage(String step, Optional<String> result) {

    @Override
    public String toString() {
      return step;
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
    List<PlannedRule> rules = router.rules().plan().rules();
    Recorder recorder = new Recorder(rules, Request.of(head));
    RoutingAttempt attempt = router.begin(head, recorder);
    attempt.offer(body);
    attempt.end();
    return attempt.decision().thenApply(recorder::explanation);
  }
}
