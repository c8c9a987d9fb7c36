// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.decision.RouteDecision;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Counts how many of recorded requests two rule files decide differently, by class. */
final class TrafficDiff {

  /** The most mistakes that are kept; more are only counted. */
  private static final int MOST_MISTAKES = 10;

  private final CellRouter before;
  private final CellRouter after;
  private final Map<Pair, Counted> changed = new LinkedHashMap<>();
  private final List<String> mistakes = new ArrayList<>();
  private long mistakeCount;
  private long requests;

  /**
   * The rules at which a request ends; empty for none.
   *
   * @param before in the old file
   * @param after in the new file
   */
  record Pair(Optional<String> before, Optional<String> after) {}

  /**
   * What was counted of a class.
   *
   * @param count how many requests
   * @param before how the first of them ends in the old file
   * @param after how it ends in the new file
   */
  record Counted(long count, String before, String after) {}

  TrafficDiff(RuleSet before, RuleSet after) {
    this.before = router(before);
    this.after = router(after);
  }

  private static CellRouter router(RuleSet rules) {
    return CellRouter.of(rules, CellResolver.builder(Setting.nobody()).build());
  }

  /** Decides a request by both files. */
  void count(GivenRequest request) {
    requests++;
    RouteDecision old = decide(before, request);
    RouteDecision now = decide(after, request);
    String oldEnd = end(old);
    String newEnd = end(now);
    if (!old.rule().equals(now.rule())
        || !old.source().equals(now.source())
        || !oldEnd.equals(newEnd)) {
      changed.merge(
          new Pair(old.rule(), now.rule()),
          new Counted(1, oldEnd, newEnd),
          (seen, one) -> new Counted(seen.count() + 1, seen.before(), seen.after()));
    }
  }

  private static RouteDecision decide(CellRouter router, GivenRequest request) {
    RoutingAttempt attempt = router.begin(request);
    attempt.offer(ByteBuffer.wrap(request.content()));
    attempt.end();
    return attempt.decision().toCompletableFuture().join();
  }

  /** What is done, but for who decided it; the key where one is found. */
  private static String end(RouteDecision decision) {
    if (decision.key().isPresent()) {
      String unknown = decision.cell().orElseGet(() -> status(decision));
      return "key " + decision.key().get().text() + ", unknown: " + unknown;
    }
    String why = decision.reason().map(reason -> " (" + reason.text() + ")").orElse("");
    return decision.cell().map(cell -> "cell " + cell).orElseGet(() -> status(decision)) + why;
  }

  private static String status(RouteDecision decision) {
    return decision.status().isPresent()
        ? "reject " + decision.status().getAsInt()
        : decision.outcome().text();
  }

  /** Takes note of what could not be read. */
  void mistake(String text) {
    mistakeCount++;
    if (mistakes.size() < MOST_MISTAKES) {
      mistakes.add(text);
    } else if (mistakes.size() == MOST_MISTAKES) {
      mistakes.add("and more of the recorded requests could not be read");
    }
  }

  /** The first mistakes, each with its place. */
  List<String> mistakes() {
    return List.copyOf(mistakes);
  }

  long mistakeCount() {
    return mistakeCount;
  }

  /** How many requests were decided. */
  long requests() {
    return requests;
  }

  /** How many of them change. */
  long changedRequests() {
    return changed.values().stream().mapToLong(Counted::count).sum();
  }

  /** What was counted of a class; nothing if none of the requests is in it. */
  Optional<Counted> of(Pair pair) {
    return Optional.ofNullable(changed.get(Objects.requireNonNull(pair, "pair")));
  }

  /** The classes of which there were requests. */
  List<Pair> pairs() {
    return List.copyOf(changed.keySet());
  }
}
