// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.client.Client;
import io.turnout.client.Edge;
import io.turnout.decision.RouteDecision;
import io.turnout.extract.Extraction;
import io.turnout.plan.RulePlan;
import io.turnout.request.Request;
import io.turnout.request.RequestHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A decision and the way to it, made by the code that decides. Rules that host or path exclude are
 * not on the way.
 *
 * @param decision the decision, with the client and the stages of splits
 * @param sender who was taken for the client
 * @param doubts why signatures that the request has prove less than they might
 * @param steps the rules that came up, in file order, up to the one that decided
 */
public record Explanation(
    RouteDecision decision, Sender sender, List<Doubt> doubts, List<Step> steps) {

  /** Copies the lists. */
  public Explanation {
    doubts = List.copyOf(doubts);
    steps = List.copyOf(steps);
  }

  /**
   * Why a signature of the request does not prove an edge, or not all of what it says.
   *
   * @param edge the name of the edge
   * @param why a sentence, which may hold the name of a key as the request has it
   */
  public record Doubt(String edge, String why) {}

  /**
   * Who was taken for the client.
   *
   * @param address its address, which is personal data; empty if nothing is known of it
   * @param namedBy the proven edge that named the address; empty if it is the peer's
   */
  public record Sender(Optional<InetAddress> address, Optional<String> namedBy) {

    /** Checks that both are there. */
    public Sender {
      Objects.requireNonNull(address, "address");
      Objects.requireNonNull(namedBy, "namedBy");
    }

    private static Sender of(Client client, List<Edge> edges, RequestHead head) {
      if (client.address().isEmpty()) {
        InetSocketAddress peer = head.remoteAddress();
        return new Sender(
            Optional.ofNullable(peer).map(InetSocketAddress::getAddress), Optional.empty());
      }
      Optional<String> naming =
          edges.stream()
              .filter(edge -> client.edges().contains(edge.name()))
              .filter(edge -> edge.clientIp().isPresent())
              .map(Edge::name)
              .findFirst();
      return new Sender(
          client.address(), client.stages().isPresent() ? client.routerEdge() : naming);
    }
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
    RulePlan plan = router.rules().plan();
    Recorder recorder = new Recorder(plan.rules(), Request.of(head));
    RoutingAttempt attempt = router.begin(head, recorder);
    attempt.offer(body);
    attempt.end();
    return attempt
        .decision()
        .thenApply(
            decision ->
                new Explanation(
                    decision,
                    Sender.of(decision.client(), plan.clients().edges(), head),
                    recorder.doubts(),
                    recorder.steps(decision)));
  }
}
