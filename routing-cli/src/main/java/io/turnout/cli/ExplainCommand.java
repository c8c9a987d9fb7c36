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
import java.time.format.DateTimeParseException;
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
      "",
      "Of the client it says what is proven, and of each split the stage. Of a cookie that is due"
          + " it says so, and never what it holds.",
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
      names = "--remote",
      paramLabel = "ADDRESS",
      description = "The address of the peer that sends the request; without it none is known.")
  private Optional<String> remote;

  @Option(
      names = "--peer-name",
      paramLabel = "NAME",
      description = "A name of the certificate that the peer proved to hold; may be repeated.")
  private List<String> peerNames = List.of();

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "When the request comes, like 2026-11-30T08:00:00Z; what tokens, signatures and sessions"
              + " are held against. Now by default.")
  private Optional<String> time;

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
    if (record.isPresent() && (remote.isPresent() || time.isPresent() || !peerNames.isEmpty())) {
      throw new IllegalArgumentException(
          "--remote, --peer-name and --at exclude --replay: the record has them");
    }
    RuleSet rules = RuleFiles.load(file);
    return record.isPresent() ? replay(rules, record.get()) : explain(rules);
  }

  private int explain(RuleSet rules) throws IOException {
    GivenRequest head =
        CurlArguments.read(request).from(GivenRequest.Peer.of("--remote", remote, peerNames));
    Setting.Keys keys = routes.isPresent() ? Setting.Keys.LOOKED_UP : Setting.Keys.FOUND_ONLY;
    Setting setting = new Setting(tier, bodyLimitBytes, keys, time());
    print(new Explained(head, setting, explain(rules, head, setting)));
    return ExitCode.OK;
  }

  private Instant time() {
    try {
      return time.map(Instant::parse).orElseGet(Instant::now);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "--at \"" + time.orElseThrow() + "\" must be a time like 2026-11-30T08:00:00Z", e);
    }
  }

  private Explanation explain(RuleSet rules, GivenRequest head, Setting setting) {
    if (routes.isEmpty()) {
      return setting.explain(rules, head, Setting.somewhere(rules));
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
