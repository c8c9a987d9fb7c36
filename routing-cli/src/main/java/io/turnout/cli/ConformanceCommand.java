// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.cli.terminal.ExitCode;
import io.turnout.conformance.Implementation;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** The conformance suite's commands. */
@Command(
    name = "conformance",
    header = "Run the conformance suite, or let another runner ask this library.",
    subcommands = ConformanceRunCommand.class,
    description = {
      "",
      "The conformance fixtures say what every implementation of the rules must answer. A runner"
          + " asks a program by lines of JSON on its standard input and output.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n")
final class ConformanceCommand implements Runnable {

  @ParentCommand private Main turnout;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init")
  ConformanceCommand() {}

  @Override
  public void run() {
    spec.commandLine().usage(turnout.terminal().out());
  }

  Main turnout() {
    return turnout;
  }

  /** Answers until the other side says bye or ends its output. */
  @Command(
      name = "answer",
      header = "Answer the line protocol on standard input and output, with this library.",
      description = {
        "",
        "One JSON object a line, of 16 MiB at most. {\"op\":\"bye\"} or the end of the input ends it.",
        "  echo '{\"op\":\"hello\",\"protocol\":1}' | turnout conformance answer",
        ""
      },
      footer = {"", "Exit codes: 0 the other side ended it; 2 it could not be read."})
  int answer() throws IOException {
    try (Implementation library = Implementation.ofLibrary()) {
      library.serve(turnout.terminal().in(), turnout.terminal().out());
    }
    return ExitCode.OK;
  }
}
