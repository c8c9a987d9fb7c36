// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.CellRouter;
import io.turnout.Tier;
import io.turnout.analyze.Explanation;
import io.turnout.authority.FileAuthority;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteAuthority;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what happens to a request, and why. */
@Command(
    name = "explain",
    description = "Says what happens to a request and why: each rule that came up on the way.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The request is given as to curl, after --:",
      "  turnout explain rules.yaml -- POST http://api.example.com/hooks -H 'X-Event: paid' -d @b.json",
      "  turnout explain rules.yaml -- curl 'http://api.example.com/v1?id=7' -H 'Cookie: sid=1'",
      "",
      "Exit codes: 0 it was decided; 2 a file or the request is wrong."
    })
final class ExplainCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FILE", description = "The rule file.")
  private Path file;

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "REQUEST", description = "As to curl.")
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
      description = "edge, authority or standalone (default).")
  private Tier tier;

  @Option(names = "--redact", description = "Leave out what sources and the key hold.")
  private boolean redact;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  ExplainCommand() {}

  @Override
  public Integer call() throws Exception {
    RuleSet rules;
    try {
      rules = RuleSet.load(file);
    } catch (InvalidRulesException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCode.WRONG;
    }
    CurlRequest head = CurlArguments.read(request);
    if (routes.isEmpty()) {
      explain(rules, head, nobody());
    } else {
      try (FileAuthority authority = FileAuthority.load(routes.get())) {
        explain(rules, head, authority);
      }
    }
    return ExitCode.OK;
  }

  private void explain(RuleSet rules, CurlRequest head, RouteAuthority authority)
      throws Exception {
    try (CellResolver resolver = CellResolver.builder(authority).build()) {
      CellRouter router = CellRouter.builder(rules, resolver).tier(tier).build();
      Explanation explanation =
          Explanation.of(router, head, ByteBuffer.wrap(head.content()))
              .toCompletableFuture()
              .get();
      ExplanationText text = new ExplanationText(explanation, head, redact, routes.isPresent());
      spec.commandLine().getOut().print(json ? text.json() : text.plain());
      spec.commandLine().getOut().flush();
    }
  }

  /** An authority that is never believed: its failure stands for "not looked up". */
  private static RouteAuthority nobody() {
    return (key, atLeastVersion) ->
        CompletableFuture.failedFuture(new IllegalStateException("no route file was given"));
  }
}
