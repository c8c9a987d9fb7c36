// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.cli.terminal.ExitCode;
import io.turnout.rules.RuleSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Prints the JSON Schema of rule files. */
@Command(
    name = "schema",
    header = "Print the JSON Schema of rule files, for editors.",
    description = {
      "",
      "With it an editor completes and explains keys, and underlines what is wrong.",
      "  turnout schema > turnout-rules.schema.json",
      ""
    },
    footer = {"", "Exit codes: 0 it is printed; 2 the call is wrong."})
final class SchemaCommand implements Callable<Integer> {

  private static final String NAME = "turnout-rules.schema.json";

  @ParentCommand private Main turnout;

  @SuppressWarnings("NullAway.Init")
  SchemaCommand() {}

  @Override
  public Integer call() throws IOException {
    try (InputStream in = Objects.requireNonNull(RuleSet.class.getResourceAsStream(NAME), NAME)) {
      turnout.terminal().out().print(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      turnout.terminal().out().flush();
    }
    return ExitCode.OK;
  }
}
