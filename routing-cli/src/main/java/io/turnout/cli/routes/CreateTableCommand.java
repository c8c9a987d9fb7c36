// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.cli.terminal.ExitCode;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;

/** Makes a source of truth. */
@Command(
    name = "create-table",
    header = "Make a table for routes, or a route file without routes.",
    description = {
      "",
      "Does nothing where one is there already. A table is paid by request, and protected against"
          + " deletion and restorable where the server offers that.",
      ""
    })
final class CreateTableCommand extends StoreCommand {

  CreateTableCommand() {}

  @Override
  int run(Session session) {
    Place.Created created = session.place().create();
    if (session.json()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("created", created.created());
      fields.put("notices", created.notices());
      session.print(fields);
    } else {
      session.print(
          session.place().name()
              + (created.created()
                  ? " was made, and has no routes yet\n"
                  : " was there already\n"));
    }
    session.warn(created.notices());
    return ExitCode.OK;
  }
}
