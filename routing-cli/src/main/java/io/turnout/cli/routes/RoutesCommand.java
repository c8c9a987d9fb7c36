// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The commands that read and change the source of truth. */
@Command(
    name = "routes",
    header = "Read and change routes at the source of truth, and move customers between cells.",
    description = {
      "",
      "The source of truth is a route file (--file routes.yaml) or a DynamoDB table (--table NAME)."
          + " Every change is one conditional write with a higher version, stands in the audit"
          + " trail, and is told to routers on --invalidate redis://... where that is given.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    subcommands = {
      CreateTableCommand.class,
      GetCommand.class,
      ListCommand.class,
      PutCommand.class,
      AliasCommand.class,
      DeleteCommand.class,
      DefaultsCommand.class,
      MoveCommand.class,
      AuditCommand.class,
      ImportCommand.class,
      ExportCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 done; 1 the answer is no (there is no such route, the change was refused or"
          + " not confirmed, a move is not over); 2 the call or a file is wrong, or the source of"
          + " truth could not be asked."
    })
public final class RoutesCommand implements Runnable {

  private final Outside outside;

  @Spec private CommandSpec spec;

  /** The commands, with what they take from outside. */
  @SuppressWarnings("NullAway.Init")
  public RoutesCommand(Outside outside) {
    this.outside = Objects.requireNonNull(outside, "outside");
  }

  @Override
  public void run() {
    spec.commandLine().usage(outside.terminal().out());
  }

  Outside outside() {
    return outside;
  }
}
