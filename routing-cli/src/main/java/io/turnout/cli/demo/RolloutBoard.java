// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.demo.RolloutTally.Weights;
import io.turnout.decision.StageChoice.How;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The stages of the site, as lines of at most 78 characters; always as many. */
final class RolloutBoard {

  private RolloutBoard() {}

  static List<String> lines(RolloutTally tally) {
    List<String> lines = new ArrayList<>();
    lines.add(
        row("STAGE OF THE SITE", "WEIGHT", "OF NEW USERS", "NEW", "KEPT", "PINNED", "FROM BROKEN"));
    Optional<Weights> now = tally.now();
    for (String stage : RolloutSite.STAGES) {
      lines.add(
          row(
              "  " + stage,
              weight(now, stage),
              now.map(weights -> share(tally, weights, stage)).orElse("-"),
              number(now.map(weights -> tally.newUsers(weights, stage)).orElse(0L)),
              number(tally.of(stage, How.KEPT)),
              number(tally.of(stage, How.PINNED)),
              number(tally.of(stage, How.COMPUTED))));
    }
    lines.add("  " + sentence(tally));
    return lines;
  }

  private static String row(Object... parts) {
    return String.format(Locale.ROOT, "%-18s%10s%14s%7s%8s%8s%13s", parts);
  }

  private static String number(long number) {
    return Numbers.count(number);
  }

  private static String weight(Optional<Weights> now, String stage) {
    return stage.equals(RolloutCourse.GIVEN_UP)
        ? "closed"
        : now.map(weights -> percent(weights.share(stage))).orElse("-");
  }

  private static String share(RolloutTally tally, Weights weights, String stage) {
    long all = tally.newUsers(weights);
    return all == 0 ? "-" : percent((double) tally.newUsers(weights, stage) / all);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** The same in one line beside others. */
  static String brief(RolloutTally tally) {
    String canary =
        tally
            .now()
            .map(
                now ->
                    "; canary "
                        + share(tally, now, "canary")
                        + " of new ones, weight "
                        + percent(now.share("canary")))
            .orElse("");
    return users(tally) + canary;
  }

  private static String users(RolloutTally tally) {
    return Numbers.counted(tally.users(), "user") + ", " + tally.moved() + " lost an open stage";
  }

  /** What became of the users, and when the weights changed. */
  static String sentence(RolloutTally tally) {
    String users = users(tally);
    List<Weights> weights = tally.weights();
    if (weights.size() < 2) {
      return users + "; weights as the file has them";
    }
    Weights first = weights.get(0);
    Weights last = weights.get(weights.size() - 1);
    return users
        + "; canary went from "
        + percent(first.share("canary"))
        + " to "
        + percent(last.share("canary"))
        + " at "
        + Numbers.seconds(last.since());
  }
}
