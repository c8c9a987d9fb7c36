// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.terminal.Ink;
import io.turnout.cli.terminal.Terminal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A board that is drawn over itself, for terminals of 80 columns and 24 lines or more. */
final class LiveView implements View {

  private static final int BAR = 30;
  private static final String CLEAR_REST_OF_LINE = "\u001b[K";
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";

  private final Terminal terminal;
  private int drawn;

  LiveView(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Duration interval() {
    return Duration.ofMillis(150);
  }

  @Override
  public void show(Progress progress) {
    draw(progress, HIDE_CURSOR);
  }

  @Override
  public void end(Progress progress) {
    draw(progress, SHOW_CURSOR);
  }

  /**
   * Writes a whole picture at once, so that nothing flickers, from the first column on and to the
   * end of the last line, so that nothing stays of keys that were pressed.
   */
  private void draw(Progress progress, String cursor) {
    StringBuilder picture = new StringBuilder(cursor).append('\r');
    if (drawn > 0) {
      picture.append("\u001b[").append(drawn).append('A');
    }
    List<String> lines = lines(progress);
    lines.forEach(line -> picture.append(line).append(CLEAR_REST_OF_LINE).append('\n'));
    drawn = lines.size();
    terminal.out().print(picture.append(CLEAR_REST_OF_LINE));
    terminal.out().flush();
  }

  private List<String> lines(Progress progress) {
    List<String> lines = new ArrayList<>();
    lines.add(bar(progress));
    lines.add("");
    List<String> tables = new ArrayList<>(Board.lines(progress.tally()));
    progress
        .rollout()
        .ifPresent(
            rollout -> {
              tables.add("");
              tables.addAll(RolloutBoard.lines(rollout));
            });
    for (String line : tables) {
      boolean heading = !line.isEmpty() && line.charAt(0) != ' ';
      lines.add(heading ? terminal.paint(Ink.BOLD, line) : painted(line, progress.tally()));
    }
    return lines;
  }

  private String painted(String line, Tally tally) {
    boolean alarming = tally.different() > 0 && line.startsWith("  different");
    return alarming ? terminal.paint(Ink.RED, line) : line;
  }

  private String bar(Progress progress) {
    long done = progress.doneOfPass();
    int filled = progress.total() == 0 ? BAR : (int) (done * BAR / progress.total());
    String bar = "[" + "#".repeat(filled) + "-".repeat(BAR - filled) + "]";
    String text =
        String.format(
            " %s of %s  %s/s  %s",
            Numbers.count(done),
            Numbers.count(progress.total()),
            Numbers.count(progress.perSecond()),
            Numbers.seconds(progress.elapsed()));
    String pass = progress.pass() > 1 ? "  pass " + progress.pass() : "";
    return terminal.paint(Ink.GREEN, bar) + text + pass;
  }
}
