// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.cli.terminal.ExitCode;
import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows who changed what. */
@Command(
    name = "audit",
    header = "Show who changed a key, when and why, the latest change first.",
    description = {
      "",
      "A change is written down before it is made. \"intended\": whether it was made is not known"
          + " yet; the next change of the key, or \"turnout routes move KEY --resume\", finds out.",
      ""
    },
    footer = {"", "Exit codes: 0 it was shown; 2 it could not be read."})
final class AuditCommand extends StoreCommand {

  private static final int MAX_LIMIT = 1000;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "KEY",
      converter = KeyConverter.class,
      description = "Such as business:1234; without one, the changes of the defaults.")
  private Optional<RouteKey> key;

  @Option(
      names = "--limit",
      defaultValue = "50",
      paramLabel = "N",
      description = "The most that are shown: 1 to 1000, 50 by default.")
  private int limit;

  @Option(
      names = "--after",
      paramLabel = "PLACE",
      description = "Go on where a list before ended, as it said.")
  private Optional<String> after;

  @SuppressWarnings("NullAway.Init")
  AuditCommand() {}

  @Override
  int run(Session session) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new ParameterException(
          spec.commandLine(), "--limit must lie in 1 to " + MAX_LIMIT + ", not " + limit);
    }
    List<AuditEntry> entries = new ArrayList<>();
    Optional<String> next = after;
    do {
      Page<AuditEntry> page = session.administration().auditOf(key, limit - entries.size(), next);
      entries.addAll(page.items());
      next = page.next();
    } while (next.isPresent() && entries.size() < limit);
    if (session.json()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("entries", entries.stream().map(AuditCommand::fields).toList());
      next.ifPresent(it -> fields.put("next", it));
      session.print(fields);
    } else {
      session.print(entries.isEmpty() ? "" : table(entries).text());
      session
          .terminal()
          .err()
          .println(
              next.map(it -> "There are more: --after '" + it + "'")
                  .orElseGet(() -> entries.isEmpty() ? "There are no changes." : "That is all."));
    }
    return ExitCode.OK;
  }

  private static TextTable table(List<AuditEntry> entries) {
    TextTable table =
        new TextTable(Set.of(4), "AT", "CHANGE", "FROM", "TO", "VERSION", "BY", "STATE", "WHY");
    for (AuditEntry entry : entries) {
      table.add(
          Times.at(entry.at()),
          Session.printable(entry.change().step()),
          Session.printable(entry.change().from()),
          Session.printable(entry.change().to()),
          String.valueOf(entry.change().version()),
          Session.printable(entry.by().who()),
          state(entry),
          Session.printable(entry.by().why()));
    }
    return table;
  }

  private static String state(AuditEntry entry) {
    return entry.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static Map<String, Object> fields(AuditEntry entry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", entry.id());
    entry.key().ifPresent(it -> fields.put("key", it.text()));
    fields.put("at", RouteShown.instant(entry.at()));
    fields.put("change", entry.change().step());
    fields.put("from", entry.change().from());
    fields.put("to", entry.change().to());
    fields.put("version", entry.change().version());
    fields.put("write", entry.writeId());
    fields.put("who", entry.by().who());
    fields.put("why", entry.by().why());
    fields.put("state", state(entry).replace(' ', '-'));
    return fields;
  }
}
