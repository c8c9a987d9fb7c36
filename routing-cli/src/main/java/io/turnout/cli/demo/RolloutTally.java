// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice;
import io.turnout.decision.StageChoice.How;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What came of the site's requests so far. Thread-safe. */
final class RolloutTally {

  private static final int KEPT = 5;
  private static final double SIGMAS = 6;
  private static final double LEAST_MARGIN = 6;

  private final Counts byHow = new Counts();
  private final Map<String, Counts> newOfRules = new ConcurrentHashMap<>();
  private final List<String> wrong = new ArrayList<>();
  private final List<Weights> weights = new ArrayList<>();
  private int users;
  private int moved;
  private long wrongs;
  private volatile String rules = "";

  /**
   * Weights, and since when new users follow them.
   *
   * @param rules the version of the rules that have them
   */
  record Weights(Map<String, Integer> byStage, String rules, Duration since) {

    double share(String stage) {
      int all = byStage.values().stream().mapToInt(Integer::intValue).sum();
      return (double) byStage.getOrDefault(stage, 0) / all;
    }
  }

  /** Counts a decision. */
  void decided(RouteDecision decision) {
    rules = decision.rulesVersion();
    for (StageChoice choice : decision.stages()) {
      byHow.add(word(choice.stage(), choice.how()));
      if (choice.how() == How.NEW) {
        newOfRules.computeIfAbsent(rules, version -> new Counts()).add(choice.stage());
      }
    }
  }

  private static String word(String stage, How how) {
    return stage + ' ' + how.text();
  }

  /** The version of the rules that decided last; empty if none has. */
  String rules() {
    return rules;
  }

  /** How many requests got a stage in this way. */
  long of(String stage, How how) {
    return byHow.of(word(stage, how));
  }

  /** How many new users got a stage by the rules of a version. */
  long newUsers(Weights of, String stage) {
    Counts counts = newOfRules.get(of.rules());
    return counts == null ? 0 : counts.of(stage);
  }

  /** How many new users there were by the rules of a version. */
  long newUsers(Weights of) {
    return RolloutSite.STAGES.stream().mapToLong(stage -> newUsers(of, stage)).sum();
  }

  /** Says that new users follow these weights from now on. */
  synchronized void follow(Weights next) {
    weights.add(next);
  }

  /** The weights so far, in their order. */
  synchronized List<Weights> weights() {
    return List.copyOf(weights);
  }

  synchronized void joined() {
    users++;
  }

  synchronized int users() {
    return users;
  }

  /** Somebody got another stage than before. */
  synchronized void moved(String what) {
    moved++;
    wrong(what);
  }

  synchronized int moved() {
    return moved;
  }

  /** Keeps the first few of what went wrong, and counts the rest. */
  synchronized void wrong(String what) {
    wrongs++;
    if (wrong.size() < KEPT) {
      wrong.add(what);
    }
  }

  synchronized long wrongs() {
    return wrongs;
  }

  synchronized List<String> firstWrongs() {
    return List.copyOf(wrong);
  }

  /** Whether everything went as it should, shares included; call it when all is over. */
  boolean isFine() {
    for (Weights one : weights()) {
      RolloutSite.STAGES.forEach(stage -> compareShare(one, stage, newUsers(one)));
    }
    return wrongs() == 0;
  }

  /** A share that is further off than chance would have it in a thousand million runs. */
  private void compareShare(Weights of, String stage, long all) {
    double share = of.share(stage);
    double expected = all * share;
    double margin = share == 0 ? 0 : SIGMAS * Math.sqrt(expected * (1 - share)) + LEAST_MARGIN;
    long found = newUsers(of, stage);
    if (Math.abs(found - expected) > margin) {
      wrong(
          found
              + " of "
              + Numbers.counted(all, "new user")
              + " got "
              + stage
              + ", whose weight is "
              + RolloutBoard.percent(share));
    }
  }

  /** The weights that hold now; empty before the first. */
  synchronized Optional<Weights> now() {
    return weights.isEmpty() ? Optional.empty() : Optional.of(weights.get(weights.size() - 1));
  }
}
