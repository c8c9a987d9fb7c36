// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.CellRouter;
import io.turnout.Tier;
import io.turnout.analyze.Explanation;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.rules.RuleSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Says what happens to a request, and why. */
@Command(
    name = ExplainCommand.NAME,
    header = "Say what happens to a request, and why.",
    description = {
      "",
      "Prints each rule that came up, its conditions as far as they were judged, its sources as"
          + " far as they were asked, and the decision. Rules that host or path exclude do not come"
          + " up. Nothing is sent: the request goes through the code that decides, and no further.",
      ""
    },
    footer = {
      "",
      "The request is given as to curl, after --; a copied curl command works:",
      "  turnout explain rules.yaml -- POST http://a.example/v1 -H 'X-Id: 7' -d @body",
      "  turnout explain rules.yaml -- curl 'https://a.example/v1?id=7' -b sid=1",
      "",
      "What --json prints is a record of the decision, to be made again by other rules, say:",
      "  turnout explain rules.yaml --json -- GET http://a.example/v1 > record.json",
      "  turnout explain new-rules.yaml --replay record.json",
      "",
      "Exit codes: 0 it was decided, whatever the decision; 1 with --replay, another decision; 2 a"
          + " file or the request is wrong."
    })
final class ExplainCommand implements Callable<Integer> {

  static final String NAME = "explain";

  @ParentCommand private Main turnout;

  @Parameters(index = "0", paramLabel = "FILE", description = "The rule file.")
  private Path file;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "REQUEST",
      description = "[curl] [METHOD] URL [options of curl]")
  private List<String> request = List.of();

  @Option(
      names = "--replay",
      paramLabel = "RECORD",
      description =
          "In place of a request: decide the request of a record (what --json printed) again, as"
              + " then, and say what differs.")
  private Optional<Path> record;

  @Option(
      names = "--routes",
      paramLabel = "FILE",
      description = "The route file to look the key up in; without it the key is not looked up.")
  private Optional<Path> routes;

  @Option(
      names = "--tier",
      paramLabel = "TIER",
      defaultValue = "STANDALONE",
      description = "Decide as edge, authority or standalone (the default).")
  private Tier tier;

  @Option(
      names = "--body-limit",
      paramLabel = "BYTES",
      defaultValue = "" + CellRouter.DEFAULT_BODY_LIMIT_BYTES,
      description = "The most that the tier reads of a body, where the file does not say less.")
  private int bodyLimitBytes;

  @Option(
      names = "--redact",
      description = "Show numbers for the values of the request; equal ones have equal numbers.")
  private boolean redact;

  @Option(names = "--json", description = "Print one JSON document, which --replay reads.")
  private boolean json;

  @SuppressWarnings("NullAway.Init")
  ExplainCommand() {}

  @Override
  public Integer call() throws IOException {
    if (record.isPresent() == !request.isEmpty()) {
      throw new IllegalArgumentException("explain needs either a request after -- or --replay");
    }
    RuleSet rules = RuleFiles.load(file);
    return record.isPresent() ? replay(rules, record.get()) : explain(rules);
  }

  private int explain(RuleSet rules) throws IOException {
    GivenRequest head = CurlArguments.read(request);
    Setting.Keys keys = routes.isPresent() ? Setting.Keys.LOOKED_UP : Setting.Keys.FOUND_ONLY;
    Setting setting = new Setting(tier, bodyLimitBytes, keys, Instant.now());
    print(new Explained(head, setting, explain(rules, head, setting)));
    return ExitCode.OK;
  }

  private Explanation explain(RuleSet rules, GivenRequest head, Setting setting) {
    if (routes.isEmpty()) {
      return setting.explain(rules, head, Setting.nobody());
    }
    try (RoutesOnce known = RoutesOnce.read(routes.get())) {
      return setting.explain(rules, head, known.authority());
    }
  }

  private int replay(RuleSet rules, Path from) throws IOException {
    Replay replay = Replay.of(ExplanationRecord.read(from), rules);
    print(replay.explained());
    turnout.terminal().err().print(replay.text());
    turnout.terminal().err().flush();
    return replay.same() ? ExitCode.OK : ExitCode.NO;
  }

  private void print(Explained explained) throws IOException {
    Redaction redaction = redact ? Redaction.numbers() : Redaction.but(explained.secrets());
    PrintWriter out = turnout.terminal().out();
    if (json) {
      out.println(new ExplanationJson(explained, redaction).text());
    } else {
      out.print(new ExplanationText(explained, redaction, turnout.terminal()).text());
    }
    out.flush();
  }
}
