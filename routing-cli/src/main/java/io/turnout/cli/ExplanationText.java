// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.analyze.Explanation;
import io.turnout.cli.terminal.Ink;
import io.turnout.cli.terminal.Terminal;
import io.turnout.client.AddressText;
import io.turnout.client.Client;
import io.turnout.decision.Outcome;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice;
import io.turnout.extract.Extraction;
import io.turnout.resolve.Resolution;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/** An explanation for people. */
record ExplanationText(Explained explained, Redaction redaction, Terminal terminal) {

  private static final String IDLE = "needs a tier that can hand on (--tier edge)";
  private static final String MALFORMED_PATH =
      "path (broken escape, control character, \\, # or a segment . or ..)";

  String text() {
    StringBuilder text = new StringBuilder();
    GivenRequest request = explained.request();
    String target = Words.printable(redaction.shown(Words.ofBytes(request.target())));
    text.append(terminal.paint(Ink.BOLD, request.method() + " " + target)).append("\n\n");
    explained.explanation().steps().forEach(step -> rule(text, step));
    text.append('\n').append(verdict()).append('\n');
    grounds(text);
    if (redaction.hides()) {
      text.append("\nValues of the request are left out; equal ones have equal numbers.\n");
    }
    return text.toString();
  }

  private void rule(StringBuilder text, Explanation.Step step) {
    RouteDecision decision = explained.decision();
    boolean decided = decision.rule().equals(Optional.of(step.rule()));
    String rule = Words.printable(step.rule());
    text.append(decided ? terminal.paint(Ink.GREEN, "> " + rule) : "  " + rule);
    text.append(terminal.paint(Ink.DIM, "  (" + step.effect() + ")")).append('\n');
    step.conditions().forEach(check -> text.append(line(check)));
    step.sources().forEach(reading -> source(text, reading));
    if (decided && decision.reason().equals(Optional.of(Reason.MALFORMED))) {
      text.append(row(Ink.RED, "malformed", MALFORMED_PATH));
    }
    boolean heldAll = step.conditions().stream().allMatch(Explanation.Check::held);
    if (!decided && heldAll && step.effect().equals("authority")) {
      text.append(row(Ink.DIM, "idle", IDLE));
    }
  }

  private String line(Explanation.Check check) {
    boolean unless = check.part() == Explanation.Part.UNLESS;
    String word = check.held() ? "holds" : "fails";
    Ink ink = check.held() != unless ? Ink.GREEN : Ink.RED;
    return row(ink, word, (unless ? "unless " : "") + Words.printable(check.condition()));
  }

  private void source(StringBuilder text, Explanation.Reading reading) {
    boolean found = reading.kind() == Extraction.Kind.FOUND;
    String what =
        Words.printable(reading.source())
            + reading.value().map(value -> " = " + quoted(value)).orElse("")
            + reading.why().map(why -> " (" + why + ")").orElse("");
    text.append(
        row(found && reading.outlasted() ? Ink.GREEN : Ink.DIM, Words.of(reading.kind()), what));
    for (Explanation.Passage passage : reading.passages()) {
      String step = Words.printable(passage.step());
      text.append(
          passage.result().isPresent()
              ? row(Ink.DIM, "", step + " -> " + quoted(passage.result().get()))
              : row(Ink.RED, "dropped", "not " + step));
    }
  }

  private String quoted(String value) {
    String shown = redaction.shown(value);
    return shown.equals(value) ? '"' + Words.printable(shown) + '"' : shown;
  }

  private String row(Ink ink, String word, String what) {
    String padded = String.format(Locale.ROOT, "%-10s", word);
    return "      " + terminal.paint(ink, padded) + " " + what + "\n";
  }

  private String verdict() {
    RouteDecision decision = explained.decision();
    if (explained.leftAtTheKey()) {
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

  private void grounds(StringBuilder text) {
    RouteDecision decision = explained.decision();
    boolean open = explained.leftAtTheKey();
    line(text, "rule", Optional.of(decision.rule().map(Words::printable).orElse("none")));
    line(
        text,
        "key",
        decision
            .key()
            .map(key -> Words.printable(key.namespace() + ":" + redaction.shown(key.value()))));
    line(text, "source", decision.source());
    line(text, "reason", decision.reason().filter(why -> !open).map(why -> why.text()));
    client(text);
    decision.stages().forEach(choice -> line(text, "split", Optional.of(text(choice))));
    line(text, "detail", decision.detail().map(detail -> detail.text()));
    line(text, "resolved", decision.resolution().filter(any -> !open).map(ExplanationText::text));
    int length = explained.request().content().length;
    line(
        text,
        "body read",
        Optional.of(decision.bodyRead() + " of " + length + " bytes").filter(any -> length > 0));
    line(text, "rules", Optional.of(Words.shortVersion(decision.rulesVersion())));
  }

  private void client(StringBuilder text) {
    Client client = explained.decision().client();
    Explanation.Sender sender = explained.explanation().sender();
    if (sender.address().isPresent()) {
      String address = redaction.shown(AddressText.of(sender.address().get()));
      String named = sender.namedBy().map(edge -> ", named by edge " + edge).orElse("");
      line(text, "client", Optional.of(address + named));
    } else if (asksForTags()) {
      line(text, "client", Optional.of("of no known address; --remote says which it has"));
    }
    line(text, "edges", joined(client.edges()));
    explained
        .explanation()
        .doubts()
        .forEach(
            doubt ->
                line(
                    text,
                    "unproven",
                    Optional.of(Words.printable(doubt.edge() + ": " + doubt.why()))));
    line(text, "tags", joined(client.tags()));
    line(text, "hops", Optional.of("" + client.hops()).filter(any -> client.hops() > 0));
  }

  private boolean asksForTags() {
    return explained.explanation().steps().stream()
        .flatMap(step -> step.conditions().stream())
        .anyMatch(check -> check.condition().startsWith("tag: "));
  }

  private static Optional<String> joined(Collection<String> names) {
    return Optional.of(Words.printable(String.join(", ", names))).filter(all -> !all.isEmpty());
  }

  private static String text(StageChoice choice) {
    StringBuilder labels = new StringBuilder();
    new TreeMap<>(choice.labels())
        .forEach((name, value) -> labels.append(' ').append(name).append('=').append(value));
    return choice.split()
        + ": "
        + choice.stage()
        + " ("
        + how(choice.how())
        + ")"
        + (labels.isEmpty() ? "" : ", labels" + Words.printable(labels.toString()))
        + (choice.cookie().isPresent() ? ", sets a cookie" : "");
  }

  private static String how(StageChoice.How how) {
    return switch (how) {
      case PINNED -> "pinned: the request names it";
      case KEPT -> "kept by its session";
      case COMPUTED -> "computed from its routing ID";
      case NEW -> "new: from a routing ID made just now";
      case TOLD -> "told by the router before";
    };
  }

  private static String text(Resolution resolution) {
    return Words.of(resolution.kind())
        + ", from "
        + resolution.layer()
        + DecisionJson.entry(resolution).map(entry -> ", version " + entry.version()).orElse("");
  }

  private static void line(StringBuilder text, String name, Optional<String> value) {
    value.ifPresent(there -> text.append(String.format(Locale.ROOT, "  %-10s %s%n", name, there)));
  }
}
