// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.cli.terminal.ExitCode;
import io.turnout.conformance.Conformance;
import io.turnout.conformance.Implementation;
import io.turnout.conformance.Report;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Runs the conformance suite on this library or on a command. */
@Command(
    name = "run",
    header = "Run the conformance suite, on this library or on a command.",
    description = {
      "",
      "Asks every case of the fixtures and compares. Prints what failed, with the lines that replay"
          + " it, and a table. A command is asked by the line protocol; one that ends, hangs or"
          + " prints anything else fails the case and is started again.",
      "  turnout conformance run --command 'node router.js' --filter 'extract/*'",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 nothing failed, or only what is expected to (what is skipped does not count);"
          + " 1 a case failed, one passed that is expected to fail, or an expected failure fits no"
          + " case; 2 the call or a file is wrong, or the command could not be started."
    })
final class ConformanceRunCommand implements Callable<Integer> {

  /** Fewer than in this process, since each answer takes a line there and one back. */
  private static final int RANDOM_CUTS_OF_COMMANDS = 3;

  @ParentCommand private ConformanceCommand conformance;

  @Option(
      names = "--command",
      paramLabel = "COMMAND",
      description = "What to ask: a program and its arguments, quoted as in a shell.")
  private @Nullable String command;

  @Option(
      names = "--fixtures",
      paramLabel = "DIR",
      description = "Other fixtures than those that come with this library.")
  private @Nullable Path fixtures;

  @Option(
      names = "--filter",
      paramLabel = "GLOB",
      description = "Only cases whose id or file fits; * stands for any characters, ? for one.")
  private @Nullable String filter;

  @Option(
      names = "--expected-failures",
      paramLabel = "FILE",
      description = "A YAML file that maps ids, or patterns of ids, to reasons.")
  private @Nullable Path expectedFailures;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "How long the command may take for an answer, ${DEFAULT-VALUE} by default.")
  private double timeoutSeconds;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a report: FILE.json, FILE.xml (JUnit) or FILE.html; may be repeated.")
  private List<Path> reports = List.of();

  @SuppressWarnings("NullAway.Init")
  ConformanceRunCommand() {}

  @Override
  public Integer call() {
    reports.forEach(Report.Format::of);
    Report report = suite().run();
    conformance.turnout().terminal().out().print(report.text());
    conformance.turnout().terminal().out().flush();
    reports.forEach(report::write);
    return report.passed() ? ExitCode.OK : ExitCode.NO;
  }

  private Conformance suite() {
    Conformance suite = asked();
    if (fixtures != null) {
      suite = suite.in(fixtures);
    }
    if (filter != null) {
      suite = suite.only(filter);
    }
    return expectedFailures == null ? suite : suite.expectingFailures(expectedFailures);
  }

  private Conformance asked() {
    if (command == null) {
      return Conformance.of(Implementation::ofLibrary);
    }
    List<String> words = ShellWords.of(command);
    Duration limit = Duration.ofMillis(Math.round(timeoutSeconds * 1000));
    if (limit.toMillis() < 1) {
      throw new IllegalArgumentException("--timeout " + timeoutSeconds + " must be 1 ms or more");
    }
    return Conformance.of(() -> Implementation.ofCommand(words, limit))
        .randomCuts(RANDOM_CUTS_OF_COMMANDS);
  }
}
