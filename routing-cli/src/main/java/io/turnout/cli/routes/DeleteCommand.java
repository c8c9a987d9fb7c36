// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.RouteView;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.spi.RouteKey;
import java.util.List;
import picocli.CommandLine.Command;

/** Takes a key away. */
@Command(
    name = "delete",
    header = "Take a key away: it becomes unknown.",
    description = {
      "",
      "Routers go on using copies of its route until these run out. The record stays, deleted, so"
          + " that its versions go on growing.",
      ""
    })
final class DeleteCommand extends ChangeCommand {

  @SuppressWarnings("NullAway.Init")
  DeleteCommand() {}

  @Override
  int run(Session session) {
    RouteView view = session.administration().get(key());
    String cell = view.chain().cell().map(it -> ", which is in cell " + it + " now").orElse("");
    List<RouteKey> aliases = session.administration().aliasesOf(key());
    String followers =
        aliases.isEmpty() ? "" : " " + aliases.size() + " aliases become unknown with it.";
    if (!session.confirmed("Delete " + key().text() + cell + "?" + followers)) {
      return ExitCode.NO;
    }
    return report(session, session.administration().delete(key()));
  }
}
