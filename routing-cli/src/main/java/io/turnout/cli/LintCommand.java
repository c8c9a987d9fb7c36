// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Says whether rule files are right. */
@Command(
    name = "lint",
    header = "Check rule files: every mistake and warning, with line and column.",
    description = {
      "",
      "Reads each file as the router does and prints a line for each finding:",
      "  FILE:LINE:COLUMN: error: what is wrong [code]",
      "Errors keep a file from being used. Warnings are allowed, but hardly meant.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 clean; 1 warnings, with --strict; 2 mistakes, or a file that cannot be read."
    })
final class LintCommand implements Callable<Integer> {

  /** How the findings are printed. */
  enum Format {
    /** A line each, for people. */
    TEXT,
    /** One JSON document. */
    JSON,
    /** One SARIF document, which code hosts show beside the lines of a change. */
    SARIF
  }

  @ParentCommand private Main turnout;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "The rule files.")
  private List<Path> files;

  @Option(names = "--strict", description = "Let warnings fail, too.")
  private boolean strict;

  @Option(
      names = "--format",
      defaultValue = "TEXT",
      description = "text (the default), json or sarif (for code hosts).",
      paramLabel = "FORMAT")
  private Format format;

  @SuppressWarnings("NullAway.Init")
  LintCommand() {}

  @Override
  public Integer call() throws JsonProcessingException {
    Terminal terminal = turnout.terminal();
    List<LintReport> reports = files.stream().map(LintReport::of).toList();
    switch (format) {
      case TEXT -> terminal.out().print(LintText.of(reports, terminal));
      case JSON -> terminal.out().println(LintJson.of(reports));
      case SARIF -> terminal.out().println(LintSarif.of(reports, Main.Version.number()));
    }
    terminal.out().flush();
    for (LintReport report : reports) {
      report.unread().ifPresent(why -> terminal.err().println("turnout: " + why));
    }
    if (reports.stream().anyMatch(LintReport::refused)) {
      return ExitCode.WRONG;
    }
    boolean warned = reports.stream().anyMatch(report -> report.warnings() > 0);
    return strict && warned ? ExitCode.NO : ExitCode.OK;
  }
}
