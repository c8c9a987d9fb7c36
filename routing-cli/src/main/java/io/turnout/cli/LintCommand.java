// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.turnout.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Says whether a rule file is right. */
@Command(
    name = "lint",
    header = "Check a rule file: every mistake and warning, with line and column.",
    description = {
      "",
      "Reads the file as the router does and prints a line for each finding:",
      "  FILE:LINE:COLUMN: error: what is wrong [code]",
      "Errors keep the file from being used. Warnings are allowed, but hardly meant.",
      ""
    },
    footer = {"", "Exit codes: 0 clean; 1 warnings, with --strict; 2 mistakes."})
final class LintCommand implements Callable<Integer> {

  /** How the findings are printed. */
  enum Format {
    /** A line each, for people. */
    TEXT,
    /** One JSON document. */
    JSON
  }

  @ParentCommand private Main turnout;

  @Parameters(paramLabel = "FILE", description = "The rule file.")
  private Path file;

  @Option(names = "--strict", description = "Let warnings fail, too.")
  private boolean strict;

  @Option(
      names = "--format",
      defaultValue = "TEXT",
      description = "text (the default) or json.",
      paramLabel = "FORMAT")
  private Format format;

  @SuppressWarnings("NullAway.Init")
  LintCommand() {}

  @Override
  public Integer call() throws JsonProcessingException {
    Terminal terminal = turnout.terminal();
    LintReport report = LintReport.of(file);
    terminal.out().println(format == Format.JSON ? report.json() : report.text(terminal));
    if (report.refused()) {
      return ExitCode.WRONG;
    }
    return strict && !report.problems().isEmpty() ? ExitCode.NO : ExitCode.OK;
  }
}
