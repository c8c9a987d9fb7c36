// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.cli.terminal.ExitCode;
import io.turnout.cli.terminal.Terminal;
import io.turnout.rules.RuleSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Says which rule decides each operation of an API description. */
@Command(
    name = "coverage",
    header = "Say which rules decide the operations of an OpenAPI document, and which none does.",
    description = {
      "",
      "For each operation: the rules that decide some of its requests, up to the one that decides"
          + " all that are left, or none. The text is the same for the same rules and document, so"
          + " it can be committed and compared:",
      "  turnout coverage rules.yaml --openapi api.yaml > coverage.txt",
      "  turnout coverage rules.yaml --openapi api.yaml --check coverage.txt",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 it was printed, or is as the snapshot says; 1 it is not; 2 a file is wrong."
    })
final class CoverageCommand implements Callable<Integer> {

  @ParentCommand private Main turnout;

  @Parameters(paramLabel = "FILE", description = "The rule file.")
  private Path file;

  @Option(
      names = "--openapi",
      required = true,
      paramLabel = "DOCUMENT",
      description = "The OpenAPI 3 document, YAML or JSON.")
  private Path document;

  @Option(
      names = "--check",
      paramLabel = "SNAPSHOT",
      description = "Print only what differs from what was printed before.")
  private Optional<Path> snapshot;

  @Option(names = "--examples", description = "Print a request for each rule, too.")
  private boolean examples;

  @Option(
      names = "--format",
      defaultValue = "TEXT",
      paramLabel = "FORMAT",
      description = "text (the default) or json.")
  private TextOrJson format;

  @SuppressWarnings("NullAway.Init")
  CoverageCommand() {}

  @Override
  public Integer call() throws IOException {
    RuleSet rules = RuleFiles.load(file);
    CoverageReport report = CoverageReport.of(rules, OpenApi.read(document));
    String printed =
        format == TextOrJson.JSON
            ? report.json() + "\n"
            : report.text(
                examples ? CoverageReport.Examples.SHOWN : CoverageReport.Examples.LEFT_OUT);
    Terminal terminal = turnout.terminal();
    if (snapshot.isEmpty()) {
      terminal.out().print(printed);
      terminal.out().flush();
      terminal.err().println(report.sum());
      return ExitCode.OK;
    }
    List<String> before = Files.readAllLines(snapshot.get());
    List<String> differences = LineDifferences.between(before, printed.lines().toList());
    differences.forEach(terminal.out()::println);
    return differences.isEmpty() ? ExitCode.OK : ExitCode.NO;
  }
}
