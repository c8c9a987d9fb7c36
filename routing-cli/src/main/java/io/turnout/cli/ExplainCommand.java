// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.CellRouter;
import io.turnout.Tier;
import io.turnout.analyze.Explanation;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.RuleSet;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
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
      "Exit codes: 0 it was decided, whatever the decision; 2 a file or the request is wrong."
    })
final class ExplainCommand implements Callable<Integer> {

  static final String NAME = "explain";

  @ParentCommand private Main turnout;

  @Parameters(index = "0", paramLabel = "FILE", description = "The rule file.")
  private Path file;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "REQUEST",
      description = "[curl] [METHOD] URL [options of curl]")
  private List<String> request;

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

  @Option(names = "--redact", description = "Leave out the target, the key and found values.")
  private boolean redact;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @SuppressWarnings("NullAway.Init")
  ExplainCommand() {}

  @Override
  public Integer call() throws IOException {
    PrintWriter out = turnout.terminal().out();
    RuleSet rules;
    try {
      rules = RuleSet.load(file);
    } catch (InvalidRulesException e) {
      turnout.terminal().err().println("turnout: " + e.getMessage());
      return ExitCode.WRONG;
    }
    CurlRequest head = CurlArguments.read(request);
    Explanation explanation = explain(rules, head);
    if (json) {
      out.println(new ExplanationJson(explanation, head, redact, routes.isPresent()).text());
    } else {
      out.print(
          new ExplanationText(explanation, head, redact, routes.isPresent())
              .text(turnout.terminal()));
      out.flush();
    }
    return ExitCode.OK;
  }

  private Explanation explain(RuleSet rules, CurlRequest head) throws IOException {
    if (routes.isEmpty()) {
      return explain(rules, head, nobody());
    }
    try (RoutesOnce known = RoutesOnce.read(routes.get())) {
      return explain(rules, head, known.authority());
    }
  }

  private Explanation explain(RuleSet rules, CurlRequest head, RouteAuthority authority) {
    try (CellResolver resolver = CellResolver.builder(authority).build()) {
      CellRouter router = CellRouter.builder(rules, resolver).tier(tier).build();
      return Explanation.of(router, head, ByteBuffer.wrap(head.content()))
          .toCompletableFuture()
          .join();
    }
  }

  /** An authority whose answer is not shown: it stands for "not looked up". */
  private static RouteAuthority nobody() {
    return (key, atLeastVersion) ->
        CompletableFuture.completedFuture(
            new AuthorityAnswer.Unknown(key, atLeastVersion, Duration.ZERO, Duration.ZERO));
  }
}
