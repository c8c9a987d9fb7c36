// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.analyze.Explanation;
import io.turnout.cli.terminal.Ink;
import io.turnout.cli.terminal.Terminal;
import io.turnout.decision.Outcome;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import io.turnout.extract.Extraction;
import java.util.Locale;
import java.util.Optional;

/**
 * An explanation for people.
 *
 * @param redact whether what sources and the key hold is left out
 * @param lookedUp whether there was an authority to ask
 */
record ExplanationText(
    Explanation explanation, CurlRequest request, boolean redact, boolean lookedUp) {

  private static final int VERSION_DIGITS = 12;
  private static final String DROPPED =
      " (dropped: after transform and match no key or known cell)";
  private static final String MALFORMED_PATH =
      "path (broken escape, control character, \\, # or a segment . or ..)";

  String text(Terminal terminal) {
    StringBuilder text = new StringBuilder();
    RouteDecision decision = explanation.decision();
    String target = redact ? "(target left out)" : Words.printable(Words.ofBytes(request.target()));
    text.append(terminal.paint(Ink.BOLD, request.method() + " " + target)).append("\n\n");
    for (Explanation.Step step : explanation.steps()) {
      boolean decided = decision.rule().equals(Optional.of(step.rule()));
      String rule = Words.printable(step.rule());
      text.append(decided ? terminal.paint(Ink.GREEN, "> " + rule) : "  " + rule);
      text.append('\n');
      step.conditions().forEach(check -> text.append(line(terminal, check)));
      step.sources().forEach(reading -> text.append(line(terminal, reading, decided)));
      if (decided && decision.reason().equals(Optional.of(Reason.MALFORMED))) {
        text.append(row(terminal, Ink.RED, "malformed", MALFORMED_PATH));
      }
    }
    text.append('\n').append(verdict(terminal, decision)).append('\n');
    grounds(text, decision);
    return text.toString();
  }

  private static String line(Terminal terminal, Explanation.Check check) {
    String word = check.held() ? "holds" : "fails";
    return row(terminal, check.held() ? Ink.GREEN : Ink.RED, word, check.condition());
  }

  /** What a rule found and was not decided by did not outlast its transforms and its match. */
  private String line(Terminal terminal, Explanation.Reading reading, boolean decided) {
    boolean found = reading.kind() == Extraction.Kind.FOUND;
    String held =
        redact ? "(left out)" : reading.value().map(v -> '"' + Words.printable(v) + '"').orElse("");
    String fate = decided ? "" : DROPPED;
    String what = found ? reading.source() + " = " + held + fate : reading.source();
    return row(terminal, found && decided ? Ink.GREEN : Ink.DIM, Words.of(reading.kind()), what);
  }

  private static String row(Terminal terminal, Ink ink, String word, String what) {
    String padded = String.format(Locale.ROOT, "%-10s", word);
    return "      " + terminal.paint(ink, padded) + " " + what + "\n";
  }

  private String verdict(Terminal terminal, RouteDecision decision) {
    if (!lookedUp && decision.key().isPresent()) {
      return terminal.paint(Ink.BOLD, "to the cell of the key")
          + " (not looked up: no --routes was given)";
    }
    if (decision.outcome() == Outcome.CELL) {
      return terminal.paint(Ink.GREEN, "to cell " + decision.cell().orElseThrow());
    }
    if (decision.outcome() == Outcome.AUTHORITY) {
      return terminal.paint(Ink.BLUE, "to the authority tier");
    }
    return terminal.paint(Ink.RED, "rejected with status " + decision.status().orElseThrow());
  }

  private void grounds(StringBuilder text, RouteDecision decision) {
    boolean resolved = lookedUp || decision.key().isEmpty();
    line(text, "rule", Optional.of(decision.rule().map(Words::printable).orElse("none")));
    line(
        text,
        "key",
        decision.key().map(key -> redact ? key.namespace() + ":..." : Words.printable(key.text())));
    line(text, "source", decision.source());
    line(text, "reason", decision.reason().filter(why -> resolved).map(why -> why.text()));
    line(text, "detail", decision.detail().map(detail -> detail.text()));
    line(
        text,
        "resolved",
        decision
            .resolution()
            .filter(resolution -> lookedUp)
            .map(resolution -> Words.of(resolution.kind()) + ", from " + resolution.layer()));
    int length = request.content().length;
    line(
        text,
        "body read",
        Optional.of(decision.bodyRead() + " of " + length + " bytes").filter(any -> length > 0));
    line(text, "rules", Optional.of(decision.rulesVersion().substring(0, VERSION_DIGITS)));
  }

  private static void line(StringBuilder text, String name, Optional<String> value) {
    value.ifPresent(there -> text.append(String.format(Locale.ROOT, "  %-10s %s%n", name, there)));
  }
}
