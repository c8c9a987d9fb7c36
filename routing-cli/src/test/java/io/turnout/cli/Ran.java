// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.cli.terminal.Interrupts;
import io.turnout.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What a run of the command came to. */
public record Ran(int exitCode, String out, String err) {

  /** Runs the command as in a pipe. */
  public static Ran turnout(String... arguments) {
    return withInput("", arguments);
  }

  /** Runs the command as in a pipe, with a standard input. */
  static Ran withInput(String input, String... arguments) {
    return run(input, false, arguments);
  }

  /** Runs the command as on a terminal with colours. */
  static Ran coloured(String... arguments) {
    return run("", true, arguments);
  }

  private static Ran run(String input, boolean colours, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            false,
            colours);
    int exitCode = Main.run(terminal, grace -> new Interrupts(), arguments);
    return new Ran(exitCode, out.toString(), err.toString());
  }

  /** The folder of the example that the project comes with. */
  static Path example() {
    return project().resolve("examples/payments");
  }

  /** The project's root. */
  static Path project() {
    return Path.of("").toAbsolutePath().resolveSibling("");
  }
}
