// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.RouteMove;
import io.turnout.admin.RouteMove.Stage;
import io.turnout.admin.RouteWrite;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.cli.terminal.Interrupts;
import io.turnout.store.MoveMark;
import io.turnout.store.RouteStoreException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The rest of a move: its waits, which a person sees, and its steps. For one thread. */
final class MoveRun {

  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration QUIET_TICK = Duration.ofMinutes(10);
  private static final Duration RETRY = Duration.ofSeconds(5);
  private static final int MOST_FAILURES = 60;
  private static final long GRACE_SECONDS = 15;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Session session;
  private final RouteMove move;
  private final PrintWriter err;
  private final String subject;
  private final String repeated;

  /**
   * The rest of a move.
   *
   * @param repeated the options that a call has to repeat that goes on
   */
  MoveRun(Session session, RouteMove move, String repeated) {
    this.session = session;
    this.move = move;
    this.repeated = repeated;
    this.err = session.terminal().err();
    this.subject = Session.printable(move.key().text()) + ": ";
  }

  /** Says that the move has begun, and what it waits for. */
  void begun() {
    say("marked: in cell " + move.from() + ", and nobody may keep it; move " + move.id());
  }

  /** Goes on until it is over, after the one who calls has seen where it stands. */
  int resume() {
    say("resumed the move from " + move.from() + " to " + move.to() + ", " + word(move.stage()));
    if (move.stage() == Stage.MARKED && !session.json()) {
      session.print(move.certificate().text());
    }
    if (move.stage() == Stage.MARKED
        && !session.confirmed("Wait, and flip it? There is no undoing the flip.")) {
      return ExitCode.NO;
    }
    return untilOver();
  }

  /** Takes the step that is due, if one is. */
  int step() {
    if (move.stage() == Stage.MARKED
        && move.remaining().isZero()
        && move.due() != MoveMark.NOT_KNOWN_YET
        && !session.confirmed("Flip it to " + move.to() + " now? There is no undoing it.")) {
      return ExitCode.NO;
    }
    Optional<RouteWrite> written = move.next();
    written.ifPresent(this::stepTaken);
    if (written.isEmpty() && !move.isOver()) {
      say("nothing is due yet");
    }
    return report();
  }

  /** Waits and steps until it is over, or the one who waits has enough of it. */
  int untilOver() {
    Interrupts interrupts = session.outside().interrupts().apply(GRACE_SECONDS);
    int exitCode = ExitCode.WRONG;
    try {
      exitCode = loop(interrupts);
    } finally {
      interrupts.finished(exitCode);
    }
    return exitCode;
  }

  private int loop(Interrupts interrupts) {
    int failures = 0;
    boolean announced = false;
    while (!move.isOver()) {
      Duration pause = move.remaining();
      if (pause.isZero()) {
        try {
          Optional<RouteWrite> written = move.next();
          written.ifPresent(this::stepTaken);
          announced = false;
          failures = 0;
          continue;
        } catch (RouteStoreException e) {
          failures++;
          err.println("turnout: " + e.getMessage() + "; trying again");
          if (failures == MOST_FAILURES) {
            err.println(
                "turnout: gave up; the key stays " + word(move.stage()) + "\n" + howToGoOn());
            return ExitCode.WRONG;
          }
          pause = RETRY;
        }
      } else {
        countdown(announced);
        announced = true;
        Duration most = session.terminal().interactive() ? TICK : QUIET_TICK;
        pause = pause.compareTo(most) < 0 ? pause : most;
      }
      if (session.outside().waiting().pass(pause, interrupts)) {
        clear();
        err.println("turnout: stopped; the key stays " + word(move.stage()) + "\n" + howToGoOn());
        return ExitCode.NO;
      }
    }
    return report();
  }

  private void countdown(boolean announced) {
    String what =
        (move.stage() == Stage.MARKED ? "flip to " + move.to() : "settle")
            + " in "
            + Times.countdown(move.remaining())
            + ", at "
            + Times.at(move.due());
    if (session.terminal().interactive()) {
      err.print(CLEAR_LINE + subject + what + "   (Ctrl-C stops waiting, and --resume goes on)");
      err.flush();
    } else if (!announced) {
      err.println(subject + what);
    }
  }

  private void clear() {
    if (session.terminal().interactive()) {
      err.print(CLEAR_LINE);
      err.flush();
    }
  }

  private void stepTaken(RouteWrite write) {
    clear();
    session.warn(write.notices());
    String version = ", version " + write.version();
    switch (move.stage()) {
      case FLIPPED ->
          say("flipped: in cell " + move.to() + ", and nobody may keep it yet" + version);
      case SETTLED -> say("settled: in cell " + move.to() + version);
      default -> say("marked, and the wait is reckoned" + version);
    }
  }

  /** What there is to say at the end; whether it is over makes the exit code. */
  int report() {
    if (session.json()) {
      session.print(fields(move));
    } else if (move.isOver()) {
      session.print(subject + ending() + "\n");
    } else {
      session.print(subject + word(move.stage()) + "; " + next() + "\n" + howToGoOn() + "\n");
    }
    return move.stage() == Stage.SETTLED ? ExitCode.OK : ExitCode.NO;
  }

  private String ending() {
    return switch (move.stage()) {
      case SETTLED -> "moved from " + move.from() + " to " + move.to();
      case ABORTED -> "somebody undid the move; it stays in cell " + move.from();
      default -> "the move was ended elsewhere; \"turnout routes audit\" tells by whom";
    };
  }

  private String next() {
    String step = move.stage() == Stage.MARKED ? "the flip" : "settling";
    return move.remaining().isZero()
        ? step + " is due"
        : step + " is due in " + Times.countdown(move.remaining()) + ", at " + Times.at(move.due());
  }

  private String howToGoOn() {
    String undo = move.stage() == Stage.MARKED ? "\n  to undo it:  " + call("--abort", "") : "";
    return "  to go on:    " + call("--resume", repeated) + undo;
  }

  private String call(String what, String more) {
    return "turnout routes move "
        + quoted(move.key().text())
        + " "
        + what
        + " "
        + session.place().options()
        + more;
  }

  private static String quoted(String word) {
    return word.chars().allMatch(c -> c > ' ' && c < 0x7f && "'\"\\$`&;|<>()*?!#~".indexOf(c) < 0)
        ? word
        : "'" + Session.printable(word).replace("'", "'\\''") + "'";
  }

  private void say(String what) {
    PrintWriter to = session.json() ? err : session.terminal().out();
    to.println(subject + what);
    to.flush();
  }

  private static String word(Stage stage) {
    return stage.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** A move as data. */
  static Map<String, Object> fields(RouteMove move) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("key", move.key().text());
    fields.put("move", move.id());
    fields.put("from", move.from());
    fields.put("to", move.to());
    fields.put("stage", word(move.stage()).replace(' ', '-'));
    if (!move.isOver() && move.due() != MoveMark.NOT_KNOWN_YET) {
      fields.put("due", RouteShown.instant(move.due()));
    }
    fields.put("certificate", move.certificate().fields());
    return fields;
  }
}
