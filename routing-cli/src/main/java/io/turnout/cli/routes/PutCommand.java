// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.cli.terminal.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts a key into a cell. */
@Command(
    name = "put",
    header = "Put a key into a cell.",
    description = {
      "",
      "For a key that is in no cell yet, or to change its durations. A key that is in use in another"
          + " cell is moved: \"turnout routes move\".",
      ""
    })
final class PutCommand extends ChangeCommand {

  @Parameters(
      index = "1",
      paramLabel = "CELL",
      converter = CellConverter.class,
      description = "Such as us-1.")
  private String cell;

  @Mixin private LifeOptions life;

  @Option(
      names = "--force",
      description =
          "Put it there even if it is in use in another cell: routers go on using copies of the old"
              + " one until these run out.")
  private boolean force;

  @SuppressWarnings("NullAway.Init")
  PutCommand() {}

  @Override
  int run(Session session) {
    if (force
        && !session.confirmed(
            "Put " + key().text() + " into " + cell + " at once, while old copies are in use?")) {
      return ExitCode.NO;
    }
    OverLive overLive = force ? OverLive.FORCE : OverLive.REFUSE;
    return report(session, session.administration().put(key(), cell, life.setting(), overLive));
  }
}
