// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.analyze.RuleDiff;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.rules.RuleSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Says what changes when one rule file replaces another. */
@Command(
    name = "diff",
    header = "Say which requests are decided differently by another rule file.",
    description = {
      "",
      "Prints classes of requests (those that end at one rule in the old file and at one in the"
          + " new), each with a smallest example, the biggest first. With recorded traffic it says"
          + " how many of those requests are in each class. Keys are found and not looked up.",
      ""
    },
    footer = {
      "",
      "Traffic is a HAR file, or one JSON request a line in the form of the conformance fixtures.",
      "",
      "Exit codes: 0 nothing changes; 1 something does; 2 a file is wrong, or traffic could not be"
          + " read in full."
    })
final class DiffCommand implements Callable<Integer> {

  @ParentCommand private Main turnout;

  @Parameters(index = "0", paramLabel = "OLD", description = "The rule file in use.")
  private Path oldFile;

  @Parameters(index = "1", paramLabel = "NEW", description = "The rule file to replace it.")
  private Path newFile;

  @Option(names = "--traffic", paramLabel = "FILE", description = "Recorded requests to count.")
  private Optional<Path> traffic;

  @Option(names = "--all", description = "Print every class, however many there are.")
  private boolean all;

  @Option(
      names = "--format",
      defaultValue = "TEXT",
      paramLabel = "FORMAT",
      description = "text (the default) or json.")
  private TextOrJson format;

  @SuppressWarnings("NullAway.Init")
  DiffCommand() {}

  @Override
  public Integer call() throws IOException {
    RuleSet before = RuleFiles.load(oldFile);
    RuleSet after = RuleFiles.load(newFile);
    TrafficDiff counted = new TrafficDiff(before, after);
    if (traffic.isPresent()) {
      Path from = traffic.get();
      Traffic.read(from, counted::count, mistake -> counted.mistake(from + ": " + mistake));
    }
    DiffReport report = DiffReport.of(RuleDiff.between(before, after), counted);
    PrintWriter out = turnout.terminal().out();
    if (format == TextOrJson.JSON) {
      out.println(DiffJson.of(report));
    } else {
      DiffText.Length length = all ? DiffText.Length.WHOLE : DiffText.Length.ONE_SCREEN;
      out.print(new DiffText(report, turnout.terminal(), length).text(newFile));
    }
    out.flush();
    counted.mistakes().forEach(mistake -> turnout.terminal().err().println("turnout: " + mistake));
    if (counted.mistakeCount() > 0) {
      return ExitCode.WRONG;
    }
    return report.isEmpty() ? ExitCode.OK : ExitCode.NO;
  }
}
