// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.analyze.RuleDiff;
import io.turnout.cli.terminal.Ink;
import io.turnout.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What changes, for people: one screen, the biggest effect first. */
record DiffText(DiffReport report, Terminal terminal, Length length) {

  private static final int WIDTH = 110;
  private static final int SIDE_WIDTH = 42;
  private static final int GROUPS_SHOWN = 12;

  /** How much is shown. */
  enum Length {
    /** What fits on a screen. */
    ONE_SCREEN,
    /** Everything. */
    WHOLE
  }

  String text(Path after) {
    StringBuilder text = new StringBuilder();
    if (report.isEmpty()) {
      text.append("No request is decided differently.\n");
    } else {
      text.append(terminal.paint(Ink.BOLD, heading())).append("\n\n");
    }
    List<DiffGroup> groups =
        length == Length.WHOLE
            ? report.rows().stream().map(row -> new DiffGroup(List.of(row))).toList()
            : DiffGroup.of(report.rows().stream().filter(DiffReport.Row::isShown).toList());
    int shown = Math.min(groups.size(), length == Length.WHOLE ? groups.size() : GROUPS_SHOWN);
    groups.subList(0, shown).forEach(group -> group(text, group));
    rest(text, groups.subList(shown, groups.size()));
    possible(text);
    report.diff().outcomes().forEach(outcome -> outcome(text, outcome));
    definitions(text);
    if (!report.diff().complete()) {
      text.append("There was not room for all pairs of rules: more may change.\n");
    }
    if (!report.rows().isEmpty()) {
      text.append("Why? turnout explain ").append(after).append(" -- REQUEST");
      text.append(length == Length.WHOLE ? "\n" : "\nEach kind by itself, uncut? --all\n");
    }
    return text.toString();
  }

  private String heading() {
    long kinds = report.rows().stream().filter(DiffReport.Row::isShown).count();
    String classes =
        kinds == 0
            ? "No rule decides differently"
            : Words.counted(kinds, "kind") + " of requests change";
    long requests = report.traffic().requests();
    if (requests == 0) {
      return classes + ".";
    }
    long changed = report.traffic().changedRequests();
    return Words.number(changed)
        + " of "
        + Words.counted(requests, "recorded request")
        + String.format(Locale.ROOT, " change (%.1f %%); ", 100.0 * changed / requests)
        + classes
        + " in all.";
  }

  private void group(StringBuilder text, DiffGroup group) {
    String count = group.count() == 0 ? "" : Words.number(group.count());
    String sides = side(group.before()) + "  ->  " + Words.printable(group.after());
    String line = String.format(Locale.ROOT, "%7s  %s", count, sides);
    Ink ink = group.count() > 0 ? Ink.YELLOW : Ink.BOLD;
    text.append(terminal.paint(ink, Words.within(line, WIDTH))).append('\n');
    DiffReport.Row row = group.first();
    String example = row.example().map(ExampleLine::of).orElse("(no example)");
    String only = row.handsOn() ? "on an edge: " : "";
    String shown = "         " + only + example;
    text.append(
        terminal.paint(Ink.DIM, length == Length.WHOLE ? shown : Words.within(shown, WIDTH)));
    text.append('\n');
  }

  private static String side(String text) {
    String shown = Words.within(Words.printable(text), SIDE_WIDTH);
    return String.format(Locale.ROOT, "%-" + SIDE_WIDTH + "s", shown);
  }

  private void rest(StringBuilder text, List<DiffGroup> left) {
    if (!left.isEmpty()) {
      long counted = left.stream().mapToLong(DiffGroup::count).sum();
      text.append("         and ")
          .append(
              Words.counted(left.stream().mapToLong(one -> one.rows().size()).sum(), "more kind"))
          .append(counted == 0 ? "" : ", with " + Words.counted(counted, "recorded request"))
          .append('\n');
    }
    text.append(report.rows().isEmpty() ? "" : "\n");
  }

  private void possible(StringBuilder text) {
    long possible = report.rows().stream().filter(row -> !row.isShown()).count();
    if (possible > 0 && length == Length.ONE_SCREEN) {
      text.append(Words.counted(possible, "kind"))
          .append(" could not be excluded, though no example was found.\n");
    }
  }

  private static void outcome(StringBuilder text, RuleDiff.OutcomeChange outcome) {
    text.append("Outcome ")
        .append(outcome.outcome().text())
        .append(": ")
        .append(String.join(", ", outcome.before()))
        .append("  ->  ")
        .append(String.join(", ", outcome.after()))
        .append('\n');
  }

  private void definitions(StringBuilder text) {
    RuleDiff diff = report.diff();
    if (!diff.addedCells().isEmpty() || !diff.removedCells().isEmpty()) {
      text.append("Cells:");
      diff.addedCells().stream().sorted().forEach(cell -> text.append(" +").append(cell));
      diff.removedCells().stream().sorted().forEach(cell -> text.append(" -").append(cell));
      text.append('\n');
    }
    names(text, "Edges that change:", diff.changedEdges());
    names(text, "Tags that change:", diff.changedTags());
    if (!diff.changedEdges().isEmpty() || !diff.changedTags().isEmpty()) {
      text.append("A tag may be on other requests than before; that is not looked at here.\n");
    }
    names(text, "Splits that change:", diff.changedSplits());
    if (!diff.changedSplits().isEmpty()) {
      text.append("Who gets another stage? turnout split plan\n");
    }
  }

  private static void names(StringBuilder text, String what, Set<String> names) {
    if (!names.isEmpty()) {
      text.append(what);
      names.stream().sorted().forEach(name -> text.append(' ').append(name));
      text.append('\n');
    }
  }
}
