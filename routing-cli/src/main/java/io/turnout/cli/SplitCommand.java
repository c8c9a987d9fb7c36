// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** The commands about splits. */
@Command(
    name = "split",
    header = "Say what becomes of the users of a split.",
    subcommands = SplitPlanCommand.class,
    description = {
      "",
      "A split of the rule file says which version of an application answers which users.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n")
final class SplitCommand implements Runnable {

  @ParentCommand private Main turnout;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init")
  SplitCommand() {}

  @Override
  public void run() {
    spec.commandLine().usage(turnout.terminal().out());
  }

  Main turnout() {
    return turnout;
  }
}
