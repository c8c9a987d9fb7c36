// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.RouteView;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.RouteKey;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows one route. */
@Command(
    name = "get",
    header = "Show where a key leads, and why.",
    description = {"", "Reads consistently, and follows aliases.", ""},
    footer = {"", "Exit codes: 0 it leads to a cell; 1 it leads to none; 2 it could not be read."})
final class GetCommand extends StoreCommand {

  @Parameters(
      paramLabel = "KEY",
      converter = KeyConverter.class,
      description = "Such as business:1234.")
  private RouteKey key;

  @SuppressWarnings("NullAway.Init")
  GetCommand() {}

  @Override
  int run(Session session) {
    RouteView view = session.administration().get(key);
    if (session.json()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("key", key.text());
      fields.put("answer", RouteShown.fields(view.answer()));
      fields.put("records", view.chain().links().stream().map(RouteShown::fields).toList());
      session.print(fields);
    } else {
      session.print(RouteShown.text(key, view));
    }
    return view.answer() instanceof Known ? ExitCode.OK : ExitCode.NO;
  }
}
