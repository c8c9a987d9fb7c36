// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.turnout.conformance.Implementation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
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

  private final JsonMapper json = new JsonMapper();

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
        "One JSON object a line. {\"op\":\"bye\"} or the end of the input ends it.",
        "  echo '{\"op\":\"hello\",\"protocol\":1}' | turnout conformance answer",
        ""
      },
      footer = {"", "Exit codes: 0 the other side ended it; 2 it could not be read."})
  int answer() throws IOException {
    PrintWriter out = turnout.terminal().out();
    try (Implementation library = Implementation.ofLibrary()) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(turnout.terminal().in(), StandardCharsets.UTF_8));
      String line = in.readLine();
      while (line != null && !isBye(line)) {
        if (!line.isBlank()) {
          out.println(library.answer(line));
        }
        line = in.readLine();
      }
    }
    return ExitCode.OK;
  }

  private boolean isBye(String line) {
    try {
      return json.readTree(line).path("op").asText().equals("bye");
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
