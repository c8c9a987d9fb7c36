// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.analyze.SplitChange;
import io.turnout.analyze.SplitChange.Draw;
import io.turnout.analyze.SplitChange.Listed;
import io.turnout.analyze.SplitChange.Move;
import io.turnout.analyze.StageChange;
import io.turnout.analyze.StageChange.Side;
import io.turnout.cli.terminal.Ink;
import io.turnout.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;

/** What becomes of the users of splits, for people: 80 columns. */
record SplitPlanText(List<PlannedSplit> splits, Terminal terminal) {

  private static final int WIDTH = 80;
  private static final int NAME_WIDTH = 24;
  private static final int IDS_SHOWN = 20;
  private static final int MOVES_SHOWN = 16;
  private static final String ROW = "  %-" + NAME_WIDTH + "s %10s %10s   %s";
  private static final double SMALLEST = 0.00005;
  private static final double SAME = 1e-9;

  String text() {
    if (splits.isEmpty()) {
      return "Neither file has a split.\n";
    }
    StringBuilder text = new StringBuilder();
    for (PlannedSplit split : splits) {
      text.append(text.isEmpty() ? "" : "\n");
      split(text, split);
    }
    return text.toString();
  }

  private void split(StringBuilder text, PlannedSplit planned) {
    SplitChange change = planned.change();
    String title = "Split " + change.split();
    String sticky = sticky(change);
    boolean fits = title.length() + sticky.length() < WIDTH;
    text.append(terminal.paint(Ink.BOLD, title)).append(fits ? " " : "\n  ").append(sticky);
    text.append('\n');
    change.notes().forEach(note -> wrapped(text, Ink.YELLOW, note.text()));
    String head = String.format(Locale.ROOT, ROW, "STAGE", "BEFORE", "AFTER", "WHAT CHANGES");
    text.append('\n').append(terminal.paint(Ink.DIM, head)).append('\n');
    change.stages().forEach(stage -> stage(text, stage));
    text.append('\n');
    if (change.isEmpty()) {
      wrapped(text, "Nothing changes, and nobody gets another stage.");
    } else if (change.draw() != Draw.ONE_SIDED) {
      expected(text, change);
    }
    ids(text, planned);
  }

  private static String sticky(SplitChange change) {
    Optional<String> before = change.stickyBefore().map(Words::of);
    Optional<String> after = change.stickyAfter().map(Words::of);
    boolean changes = before.isPresent() && after.isPresent() && !before.equals(after);
    return "(sticky: "
        + (changes ? before.get() + " -> " : "")
        + after.or(() -> before).orElseThrow()
        + ")";
  }

  private void stage(StringBuilder text, StageChange stage) {
    String name = Words.within(stage.stage(), NAME_WIDTH);
    List<String> what = what(stage);
    text.append(
        row(name, share(stage.before()), share(stage.after()), what.isEmpty() ? "" : what.get(0)));
    what.stream().skip(1).forEach(more -> text.append(row("", "", "", more)));
  }

  private static String row(String name, String before, String after, String what) {
    String line = String.format(Locale.ROOT, ROW, name, before, after, what);
    return Words.within(line.stripTrailing(), WIDTH) + "\n";
  }

  private static String share(Optional<Side> side) {
    if (side.isEmpty()) {
      return "-";
    }
    return side.get().stage().isOpen() ? percent(side.get().share()) : "closed";
  }

  private static List<String> what(StageChange stage) {
    List<String> what = new ArrayList<>();
    for (StageChange.Kind kind : stage.kinds()) {
      what.add(
          switch (kind) {
            case ADDED -> isLabelled(stage) ? "new, " + labels(stage.after()) : "new";
            case REMOVED -> "gone";
            case CLOSED -> "closes";
            case OPENED -> "opens";
            case REWEIGHTED -> "weight " + weight(stage.before()) + " -> " + weight(stage.after());
            case RELABELLED -> "labels " + labels(stage.after());
          });
    }
    return what;
  }

  private static String weight(Optional<Side> side) {
    double weight = side.orElseThrow().stage().weight();
    return weight == Math.rint(weight) && weight < 1e9
        ? Words.number((long) weight)
        : Double.toString(weight);
  }

  private static boolean isLabelled(StageChange stage) {
    return !stage.after().orElseThrow().stage().labels().isEmpty();
  }

  private static String labels(Optional<Side> side) {
    StringJoiner labels = new StringJoiner(" ").setEmptyValue("(none)");
    new TreeMap<>(side.orElseThrow().stage().labels())
        .forEach((name, value) -> labels.add(name + "=" + value));
    return Words.printable(labels.toString());
  }

  /** A part of 1 in percent; what is neither none nor all is not shown as if it were. */
  static String percent(double part) {
    if (part > 0 && part < SMALLEST) {
      return "<0.01 %";
    }
    return part < 1 && part > 1 - SMALLEST
        ? ">99.99 %"
        : String.format(Locale.ROOT, "%.2f %%", 100 * part);
  }

  private void expected(StringBuilder text, SplitChange change) {
    String moving = percent(change.moving());
    if (change.keepsSessions()) {
      sessions(text, change);
    } else if (change.draw() != Draw.SAME) {
      wrapped(
          text,
          "Everybody draws anew: "
              + moving
              + " are expected to get another stage, where "
              + percent(change.least())
              + " would reach these shares.");
      moves(text, change.moves());
    } else if (change.moves().isEmpty()) {
      wrapped(text, "Nobody gets another stage.");
    } else {
      boolean least = change.moving() <= change.least() * (1 + SAME);
      wrapped(
          text,
          moving
              + " of the users are expected to get another stage, "
              + (least
                  ? "the fewest that reach these shares."
                  : "where "
                      + percent(change.least())
                      + " would be the fewest: nobody goes"
                      + " between stages whose ratio stays."));
      moves(text, change.moves());
    }
  }

  private void sessions(StringBuilder text, SplitChange change) {
    List<Move> ended = change.endedSessions();
    wrapped(
        text,
        "Sessions keep their stage while they live"
            + (ended.isEmpty() ? "" : ", but for those of stages that no longer answer")
            + "; who has none gets a stage by the new shares.");
    if (!ended.isEmpty()) {
      wrapped(text, "Of the sessions of each stage that no longer answers are expected to go:");
      moves(text, ended);
    }
  }

  private void moves(StringBuilder text, List<Move> moves) {
    int shown = Math.min(moves.size(), MOVES_SHOWN);
    for (Move move : moves.subList(0, shown)) {
      text.append(row(percent(move.fraction()), move.from(), move.to()));
    }
    if (moves.size() > shown) {
      double rest = moves.subList(shown, moves.size()).stream().mapToDouble(Move::fraction).sum();
      String ways = Words.counted(moves.size() - shown, "more way");
      text.append(String.format(Locale.ROOT, "  %10s  in %s%n", percent(rest), ways));
    }
  }

  private static String row(String count, String from, String to) {
    String line = String.format(Locale.ROOT, "  %10s  %s -> %s", count, from, to);
    return Words.within(line, WIDTH) + "\n";
  }

  private void ids(StringBuilder text, PlannedSplit planned) {
    SplitChange change = planned.change();
    if (planned.ids().isEmpty()) {
      return;
    }
    PlannedSplit.Ids ids = planned.ids().get();
    int going = ids.going().size();
    text.append('\n');
    wrapped(
        text,
        "Of "
            + Words.counted(ids.listed(), "listed ID")
            + " "
            + (going == 0 ? "none" : Words.number(going))
            + (change.draw() == Draw.ONE_SIDED
                ? " go by the weights"
                : going < 2 ? " gets another stage" : " get another stage")
            + (change.keepsSessions() && going > 0 ? ", when their session ends" : "")
            + (going == 0 ? "." : ":"));
    for (PlannedSplit.Count count : ids.counts()) {
      text.append(row(Words.number(count.count()), name(count.from()), name(count.to())));
    }
    if (change.draw() != Draw.ONE_SIDED) {
      ids.going().stream().limit(IDS_SHOWN).forEach(one -> text.append(line(one)));
      if (going > IDS_SHOWN) {
        String more = Words.number((long) going - IDS_SHOWN);
        text.append("  and ").append(more).append(" more; --json lists every one\n");
      }
    }
  }

  private static String line(Listed one) {
    String way = "  " + name(one.before()) + " -> " + name(one.after());
    int room = Math.max(NAME_WIDTH, WIDTH - way.length() - 4);
    return "    " + Words.within(one.id(), room) + way + "\n";
  }

  private static String name(Optional<String> stage) {
    return stage.orElse("(none)");
  }

  private void wrapped(StringBuilder text, String words) {
    wrapped(text, Ink.BOLD, words, "");
  }

  private void wrapped(StringBuilder text, Ink ink, String words) {
    wrapped(text, ink, words, "! ");
  }

  private void wrapped(StringBuilder text, Ink ink, String words, String mark) {
    StringBuilder line = new StringBuilder("  ").append(mark);
    String indent = " ".repeat(line.length());
    for (String word : words.split(" ", -1)) {
      if (line.length() + word.length() > WIDTH) {
        text.append(terminal.paint(ink, line.toString().stripTrailing())).append('\n');
        line = new StringBuilder(indent);
      }
      line.append(word).append(' ');
    }
    text.append(terminal.paint(ink, line.toString().stripTrailing())).append('\n');
  }
}
