// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.terminal.Ink;
import io.turnout.cli.terminal.Terminal;
import java.time.Duration;
import java.util.List;

/**
 * What is seen of two tiers: a line for each thing that was shown, and below them, on a terminal, a
 * board that is drawn over itself. One thread at a time.
 */
final class TierView {

  private static final int WIDTH = 78;
  private static final int MOST_SHOWN = 300;
  private static final String CLEAR_BELOW = "\u001b[J";
  private static final String CLEAR_REST_OF_LINE = "\u001b[K";
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";

  private final Terminal terminal;
  private final boolean live;
  private final TierTally tally;
  private final TierCourse course;
  private int drawn;

  TierView(Terminal terminal, boolean live, TierTally tally, TierCourse course) {
    this.terminal = terminal;
    this.live = live;
    this.tally = tally;
    this.course = course;
  }

  /** How much time lies between two showings. */
  Duration interval() {
    return live ? Duration.ofMillis(150) : Duration.ofSeconds(5);
  }

  /** Begins something. */
  void begin(String what) {
    if (live) {
      draw(what);
    } else {
      terminal.out().println(what + "...");
    }
  }

  /** Shows how far something is. */
  void show(String what) {
    if (live) {
      draw(what);
    }
  }

  /** Ends something, with what came of it. */
  void end(String what, List<String> told, TierCourse.Findings wrong) {
    erase();
    boolean fine = wrong.count() == 0;
    String mark = fine ? terminal.paint(Ink.GREEN, "ok   ") : terminal.paint(Ink.RED, "FAIL ");
    terminal.out().println(mark + what);
    told.forEach(line -> terminal.out().println("       " + line));
    if (!fine) {
      terminal.out().println("     not as it should be: " + Numbers.count(wrong.count()));
      wrong.first().forEach(one -> terminal.out().println("       " + shown(one)));
    }
    terminal.out().flush();
  }

  private static String shown(String text) {
    return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
  }

  /** Draws the board for the last time. */
  void close() {
    erase();
    terminal.out().println();
    TierBoard.lines(tally, course).forEach(line -> terminal.out().println(painted(line)));
    terminal.out().println();
    terminal.out().flush();
  }

  private void erase() {
    if (drawn > 0) {
      terminal.out().print("\r\u001b[" + drawn + 'A' + CLEAR_BELOW + SHOW_CURSOR);
      drawn = 0;
    }
  }

  private void draw(String what) {
    StringBuilder picture = new StringBuilder(HIDE_CURSOR).append('\r');
    if (drawn > 0) {
      picture.append("\u001b[").append(drawn).append('A');
    }
    List<String> board = TierBoard.lines(tally, course);
    line(picture, terminal.paint(Ink.YELLOW, "...  ") + Columns.fitted(what, WIDTH - 5).strip());
    line(picture, "");
    board.forEach(one -> line(picture, painted(one)));
    drawn = board.size() + 2;
    terminal.out().print(picture);
    terminal.out().flush();
  }

  private static void line(StringBuilder picture, String text) {
    picture.append(text).append(CLEAR_REST_OF_LINE).append('\n');
  }

  private String painted(String line) {
    boolean heading = !line.isEmpty() && line.charAt(0) != ' ';
    return heading ? terminal.paint(Ink.BOLD, line) : line;
  }
}
