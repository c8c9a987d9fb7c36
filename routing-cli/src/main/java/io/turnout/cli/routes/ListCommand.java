// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.cli.terminal.ExitCode;
import io.turnout.store.Page;
import io.turnout.store.RouteListing;
import io.turnout.store.StoredRoute;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists routes. */
@Command(
    name = "list",
    header = "List routes.",
    description = {
      "",
      "May lag a little behind the latest changes. What it lists are records: where an alias leads"
          + " in the end, \"turnout routes get\" tells.",
      ""
    },
    footer = {"", "Exit codes: 0 it was listed; 2 it could not be read."})
final class ListCommand extends StoreCommand {

  private static final int MAX_LIMIT = 100_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--prefix",
      defaultValue = "",
      paramLabel = "TEXT",
      description = "Only keys that begin so, such as business:.")
  private String prefix;

  @Option(
      names = "--cell",
      paramLabel = "CELL",
      converter = CellConverter.class,
      description = "Only routes in this cell, aliases left out.")
  private Optional<String> cell;

  @Option(names = "--deleted", description = "Also records of deleted keys.")
  private boolean deleted;

  @Option(
      names = "--limit",
      defaultValue = "100",
      paramLabel = "N",
      description = "The most that are listed: 1 to 100000, 100 by default.")
  private int limit;

  @Option(
      names = "--after",
      paramLabel = "PLACE",
      description = "Go on where a list before ended, as it said.")
  private Optional<String> after;

  @SuppressWarnings("NullAway.Init")
  ListCommand() {}

  @Override
  int run(Session session) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new ParameterException(
          spec.commandLine(), "--limit must lie in 1 to " + MAX_LIMIT + ", not " + limit);
    }
    List<StoredRoute> routes = new ArrayList<>();
    Optional<String> next = after;
    do {
      int most = Math.min(RouteListing.MAX_LIMIT, limit - routes.size());
      Page<StoredRoute> page =
          session.administration().list(new RouteListing(prefix, cell, deleted, most, next));
      routes.addAll(page.items());
      next = page.next();
    } while (next.isPresent() && routes.size() < limit);
    if (session.json()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("routes", routes.stream().map(RouteShown::fields).toList());
      next.ifPresent(it -> fields.put("next", it));
      session.print(fields);
    } else {
      session.print(routes.isEmpty() ? "" : table(routes).text());
      session
          .terminal()
          .err()
          .println(
              next.map(it -> "There are more: --after '" + it + "'")
                  .orElseGet(
                      () -> routes.isEmpty() ? "There are no such routes." : "That is all."));
    }
    return ExitCode.OK;
  }

  private static TextTable table(List<StoredRoute> routes) {
    TextTable table =
        new TextTable(Set.of(2), "KEY", "LEADS TO", "VERSION", "FRESH FOR", "EXPIRES", "MOVE");
    for (StoredRoute route : routes) {
      table.add(
          Session.printable(route.key().text()),
          RouteShown.target(route.target()),
          String.valueOf(route.version()),
          RouteShown.own(route.life().freshFor()),
          RouteShown.own(route.life().expireAfter()),
          route
              .move()
              .map(move -> RouteShown.phase(move) + ", " + move.from() + " to " + move.to())
              .orElse(""));
    }
    return table;
  }
}
