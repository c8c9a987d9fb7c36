// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.turnout.conformance.Implementation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The conformance suite's commands. */
@Command(
    name = "conformance",
    description = "Speaks the conformance suite's line protocol.",
    mixinStandardHelpOptions = true)
final class ConformanceCommand implements Runnable {

  @Spec private CommandSpec spec;

  ConformanceCommand() {}

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Answers until the other side says bye or ends its output. */
  @Command(
      name = "answer",
      description = {
        "Answers the line protocol on standard input and output, with this library.",
        "One JSON object a line; {\"op\":\"bye\"} or the end of the input ends it."
      },
      mixinStandardHelpOptions = true)
  int answer() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (Implementation library = Implementation.ofLibrary()) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      String line = in.readLine();
      while (line != null && !isBye(line)) {
        if (!line.isBlank()) {
          out.println(library.answer(line));
          out.flush();
        }
        line = in.readLine();
      }
    }
    return ExitCode.OK;
  }

  private static boolean isBye(String line) {
    try {
      return new ObjectMapper().readTree(line).path("op").asText().equals("bye");
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
