// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.CellRouter;
import io.turnout.cli.routes.Outside;
import io.turnout.cli.routes.RoutesCommand;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.cli.terminal.Interrupts;
import io.turnout.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongFunction;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code turnout} command. */
@Command(
    name = "turnout",
    header = "Turnout decides which cell serves a request.",
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    subcommands = {
      DemoCommand.class,
      ServeCommand.class,
      LintCommand.class,
      ExplainCommand.class,
      TestCommand.class,
      SchemaCommand.class,
      DiffCommand.class,
      CoverageCommand.class,
      CostCommand.class,
      SplitCommand.class,
      RehearseCommand.class,
      RoutesCommand.class,
      ConformanceCommand.class,
      GenerateCompletion.class,
      CommandLine.HelpCommand.class
    },
    footer = {
      "",
      "New here? \"turnout demo\" shows the whole thing on this machine.",
      "\"turnout help COMMAND\" explains a command.",
      "",
      "Exit codes: 0 all is well; 1 the answer is no (a check failed, warnings with --strict); 2"
          + " a file or the call is wrong, or something could not be done."
    })
public final class Main implements Runnable {

  private final Terminal terminal;
  private final LongFunction<Interrupts> interrupts;

  @Spec private CommandSpec spec;

  @SuppressWarnings("unused") // picocli looks at the annotation alone
  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  private boolean version;

  @SuppressWarnings("NullAway.Init")
  private Main(Terminal terminal, LongFunction<Interrupts> interrupts) {
    this.terminal = terminal;
    this.interrupts = interrupts;
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(Terminal.ofProcess(), Interrupts::ofProcess, arguments));
  }

  /**
   * Runs the command, and returns its exit code.
   *
   * @param interrupts makes what tells a command to end, given the seconds that it may take then
   */
  static int run(Terminal terminal, LongFunction<Interrupts> interrupts, String... arguments) {
    return run(Outside.ofProcess(terminal, interrupts), arguments);
  }

  /** Runs the command with another time than the system's, and returns its exit code. */
  static int run(Outside outside, String... arguments) {
    Locale.setDefault(Locale.ROOT);
    Terminal terminal = outside.terminal();
    CommandLine turnout =
        new CommandLine(new Main(terminal, outside.interrupts()), new Commands(outside));
    HelpOption.addTo(turnout);
    spaced(turnout);
    turnout
        .setOut(terminal.out())
        .setErr(terminal.err())
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(terminal.coloured() ? Ansi.ON : Ansi.OFF))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((wrong, given) -> misused(wrong))
        .setExecutionExceptionHandler(
            (failure, at, parsed) -> {
              terminal.err().println("turnout: " + Failures.text(failure));
              return ExitCode.WRONG;
            });
    int exitCode = executed(turnout, terminal, arguments);
    return written(terminal) ? exitCode : ExitCode.WRONG;
  }

  /** Makes the commands. */
  private record Commands(Outside outside) implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
      return type == RoutesCommand.class
          ? type.cast(new RoutesCommand(outside))
          : CommandLine.defaultFactory().create(type);
    }
  }

  /** Where memory or stack runs out, there is no answer. */
  private static int executed(CommandLine turnout, Terminal terminal, String... arguments) {
    try {
      return turnout.execute(arguments);
    } catch (StackOverflowError | OutOfMemoryError e) {
      terminal.err().println("turnout: this took more memory than there is: " + e);
      return ExitCode.WRONG;
    }
  }

  /** Whether what the command printed came through; what is cut off must not pass for an answer. */
  private static boolean written(Terminal terminal) {
    boolean failed = terminal.out().checkError();
    if (failed) {
      terminal.err().println("turnout: not all of the output could be written");
    }
    return !failed;
  }

  /** Sets the usage of every command off from its header. */
  private static void spaced(CommandLine command) {
    command.getCommandSpec().usageMessage().synopsisHeading("%nUsage: ");
    command.getSubcommands().values().forEach(Main::spaced);
  }

  private static int misused(ParameterException wrong) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("turnout: " + text(wrong));
    UnmatchedArgumentException.printSuggestions(wrong, err);
    if (command.getCommandName().equals(ExplainCommand.NAME)) {
      err.println("The request, with curl's options, stands after --.");
    }
    err.println(
        "\"" + command.getCommandSpec().qualifiedName() + " --help\" says how it is called.");
    return ExitCode.WRONG;
  }

  private static String text(ParameterException wrong) {
    if (wrong instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
      boolean isCommand = wrong.getCommandLine().getParent() == null;
      String what = isCommand ? "there is no command" : "there is no place for the argument";
      return what + " '" + unmatched.getUnmatched().get(0) + "'";
    }
    return Failures.text(wrong);
  }

  @Override
  public void run() {
    spec.commandLine().usage(terminal.out());
  }

  Terminal terminal() {
    return terminal;
  }

  /** From now on the command ends in its own way when it is asked to, within so many seconds. */
  Interrupts interrupts(long graceSeconds) {
    return interrupts.apply(graceSeconds);
  }

  /** The version of the library's jar: the command itself may run from a folder of classes. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"turnout " + number()};
    }

    static String number() {
      String version = CellRouter.class.getPackage().getImplementationVersion();
      return version == null ? "(from a checkout)" : version;
    }
  }
}
