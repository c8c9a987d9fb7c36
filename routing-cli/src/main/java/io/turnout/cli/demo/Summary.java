// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.terminal.Ink;
import io.turnout.cli.terminal.Terminal;
import java.util.List;

/** What is said when a replay is over. */
final class Summary {

  private Summary() {}

  /** Whether all went as expected, in a sentence, and the first differences if it did not. */
  static void print(Terminal terminal, Progress progress) {
    Tally tally = progress.tally();
    if (tally.different() == 0) {
      terminal
          .out()
          .println(
              terminal.paint(Ink.GREEN, "All as expected: ")
                  + Numbers.counted(tally.done(), "request")
                  + " in "
                  + Numbers.seconds(progress.elapsed())
                  + "; "
                  + Numbers.count(tally.outcomes().of("to a cell"))
                  + " arrived at their cells,\nunchanged, and "
                  + Numbers.count(tally.outcomes().of("rejected"))
                  + " were rejected for the right reason.");
      return;
    }
    terminal
        .out()
        .println(
            terminal.paint(Ink.RED, "Not as expected: ")
                + Numbers.count(tally.different())
                + " of "
                + Numbers.counted(tally.done(), "request")
                + ". The first differences:");
    tally.differences().forEach(difference -> terminal.out().println("  " + difference));
  }

  /** Whether the users of the site kept their open stages, and what went wrong if not. */
  static void print(Terminal terminal, RolloutTally rollout) {
    if (rollout.wrongs() == 0 && rollout.weights().size() < 2) {
      terminal
          .out()
          .println(
              "The site: " + RolloutBoard.brief(rollout) + ". The weights did not change yet.");
      return;
    }
    if (rollout.wrongs() == 0) {
      terminal
          .out()
          .println(
              terminal.paint(Ink.GREEN, "The site, too: ")
                  + "none of its "
                  + Numbers.counted(rollout.users(), "user")
                  + " lost an open stage while the weights\nchanged, new ones followed the weights,"
                  + " and testers got what they named.");
      return;
    }
    terminal
        .out()
        .println(
            terminal.paint(Ink.RED, "The site is not as expected: ")
                + Numbers.counted(rollout.wrongs(), "difference")
                + ". The first:");
    rollout.firstWrongs().forEach(wrong -> terminal.out().println("  " + wrong));
  }

  /** What to try against a gateway that still runs. */
  static void printExamples(Terminal terminal, List<CurlLine> examples, Example example) {
    StringBuilder text = new StringBuilder("\nThe gateway still runs. From another terminal:\n\n");
    examples.forEach(one -> text.append("  curl ").append(one.arguments()).append('\n'));
    text.append("\nThe cell answers who it is and what it got. Why there?\n\n");
    text.append("  ./turnout explain ").append(example.rules());
    text.append(" \\\n    --routes ").append(example.routes());
    examples.stream().limit(1).forEach(one -> text.append(" \\\n    -- ").append(one.arguments()));
    terminal.out().println(text.append('\n'));
  }
}
