// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.turnout.analyze.RuleCost;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.rules.RuleSet;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Says what each rule costs at worst. */
@Command(
    name = "cost",
    header = "Say what each rule costs at worst, and which requests pay.",
    description = {
      "",
      "Prints a line for each rule that reads a body or a token or runs an expression, the most"
          + " expensive first.",
      ""
    },
    footer = {"", "Exit codes: 0 it was printed; 2 the file is wrong."})
final class CostCommand implements Callable<Integer> {

  @ParentCommand private Main turnout;

  @Parameters(paramLabel = "FILE", description = "The rule file.")
  private Path file;

  @Option(names = "--all", description = "Print the rules that cost nothing, too.")
  private boolean all;

  @Option(
      names = "--format",
      defaultValue = "TEXT",
      paramLabel = "FORMAT",
      description = "text (the default) or json, which has all rules in file order.")
  private TextOrJson format;

  @SuppressWarnings("NullAway.Init")
  CostCommand() {}

  @Override
  public Integer call() throws JsonProcessingException {
    RuleSet rules = RuleFiles.load(file);
    CostReport report = new CostReport(RuleCost.of(rules), rules.version());
    PrintWriter out = turnout.terminal().out();
    if (format == TextOrJson.JSON) {
      out.println(report.json());
    } else {
      out.print(
          report.text(turnout.terminal(), all ? CostReport.Listed.ALL : CostReport.Listed.COSTLY));
    }
    out.flush();
    return ExitCode.OK;
  }
}
