// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.io.PrintWriter;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code turnout} command. */
@Command(
    name = "turnout",
    description = "Decides which cell serves a request.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      LintCommand.class,
      ExplainCommand.class,
      ConformanceCommand.class,
      GenerateCompletion.class,
      CommandLine.HelpCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 all is well; 1 the answer is no (warnings with --strict, a failed check);",
      "2 a file or the call is wrong."
    })
public final class Main implements Runnable {

  @Spec private CommandSpec spec;

  /** Made by {@link #main} alone. */
  Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), arguments));
  }

  /** Runs the command, and returns its exit code. */
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new Main())
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command.getErr().println("turnout: " + Failures.text(failure));
              return ExitCode.WRONG;
            })
        .execute(arguments);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** The version of the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"turnout " + (version == null ? "(from a checkout)" : version)};
    }
  }
}
