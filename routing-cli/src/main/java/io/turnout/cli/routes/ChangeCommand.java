// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.RouteWrite;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.spi.RouteKey;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What the commands have in common that change one route. */
abstract class ChangeCommand extends StoreCommand {

  @Parameters(
      index = "0",
      paramLabel = "KEY",
      converter = KeyConverter.class,
      description = "Such as business:1234.")
  private RouteKey key;

  @Mixin private ChangeOptions options;

  @SuppressWarnings("NullAway.Init")
  ChangeCommand() {}

  @Override
  final Change change() {
    return options.change();
  }

  final RouteKey key() {
    return key;
  }

  @Override
  String subject() {
    return Session.printable(key.text()) + ": ";
  }

  /** Prints what came of a change. */
  final int report(Session session, RouteWrite write) {
    if (session.json()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("key", key.text());
      fields.put("change", write.kind().name().toLowerCase(Locale.ROOT));
      fields.put("dry-run", change().dryRun());
      fields.put("version", write.version());
      fields.put("record", RouteShown.fields(write.route()));
      fields.put("notices", write.notices());
      session.print(fields);
    } else {
      String what =
          switch (write.kind()) {
            case ADDED -> session.would("added", "would be added");
            case CHANGED -> session.would("changed", "would be changed");
            case SAME -> "is so already, nothing was written";
          };
      session.print(
          subject()
              + what
              + ": "
              + RouteShown.target(write.route().target())
              + ", version "
              + write.version()
              + "\n");
    }
    session.warn(write.notices());
    return ExitCode.OK;
  }
}
