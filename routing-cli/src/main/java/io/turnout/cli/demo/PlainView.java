// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.terminal.Terminal;
import java.time.Duration;

/** A line every few seconds. */
final class PlainView implements View {

  private final Terminal terminal;

  PlainView(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Duration interval() {
    return Duration.ofSeconds(2);
  }

  @Override
  public void show(Progress progress) {
    Tally tally = progress.tally();
    terminal
        .out()
        .println(
            String.format(
                "%6s  %s of %s requests, %s as expected, %s different",
                Numbers.seconds(progress.elapsed()),
                Numbers.count(progress.doneOfPass()),
                Numbers.count(progress.total()),
                Numbers.count(tally.done() - tally.different()),
                Numbers.count(tally.different())));
    progress
        .rollout()
        .ifPresent(
            rollout -> terminal.out().println("        site: " + RolloutBoard.brief(rollout)));
  }

  @Override
  public void end(Progress progress) {
    show(progress);
    progress
        .rollout()
        .ifPresent(
            rollout -> {
              terminal.out().println();
              RolloutBoard.lines(rollout).forEach(terminal.out()::println);
            });
  }
}
