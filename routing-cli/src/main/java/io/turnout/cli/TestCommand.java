// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.cli.terminal.ExitCode;
import io.turnout.conformance.Conformance;
import io.turnout.conformance.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Runs a user's own cases on a user's rules. */
@Command(
    name = "test",
    header = "Run your own cases against your rules.",
    description = {
      "",
      "Every YAML file below DIR holds requests and what has to become of them, in the form of the"
          + " conformance fixtures (kind: decide) without rules: those of FILE are used. A body is"
          + " also asked in pieces, which must change nothing.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 every case passed; 1 one did not; 2 the rules, a case's form or the call is"
          + " wrong."
    })
final class TestCommand implements Callable<Integer> {

  @ParentCommand private Main turnout;

  @Parameters(index = "0", paramLabel = "FILE", description = "The rule file.")
  private Path file;

  @Parameters(index = "1", paramLabel = "DIR", description = "The folder of cases.")
  private Path folder;

  @Option(
      names = "--filter",
      paramLabel = "GLOB",
      description = "Only cases whose id or file fits; * stands for any characters, ? for one.")
  private @Nullable String filter;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a report: FILE.json, FILE.xml (JUnit) or FILE.html; may be repeated.")
  private List<Path> reports = List.of();

  @SuppressWarnings("NullAway.Init")
  TestCommand() {}

  @Override
  public Integer call() {
    reports.forEach(Report.Format::of);
    Conformance cases = Conformance.ofCases(file, folder);
    Report report = (filter == null ? cases : cases.only(filter)).run();
    turnout.terminal().out().print(report.text());
    turnout.terminal().out().flush();
    reports.forEach(report::write);
    return report.passed() ? ExitCode.OK : ExitCode.NO;
  }
}
