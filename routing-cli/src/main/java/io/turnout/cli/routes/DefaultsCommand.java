// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.cli.terminal.ExitCode;
import io.turnout.spi.RouteLife;
import io.turnout.store.RouteDefaults;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows or changes the durations that count where a route sets none. */
@Command(
    name = "defaults",
    header = "Show or change the durations that count where a route sets none.",
    description = {
      "",
      "Without a duration it shows them. Copies that were given out under the old ones keep their"
          + " lives; a move waits for the longest of them.",
      ""
    },
    footer = {"", "Exit codes: 0 shown or changed; 1 somebody else was faster; 2 not possible."})
final class DefaultsCommand extends StoreCommand {

  private static final String TIME = "TIME";

  @Option(
      names = "--fresh-for",
      paramLabel = TIME,
      converter = Times.Converter.class,
      description = "How long a route is fresh.")
  private Optional<Duration> freshFor;

  @Option(
      names = "--expire-after",
      paramLabel = TIME,
      converter = Times.Converter.class,
      description = "How long a route may be used.")
  private Optional<Duration> expireAfter;

  @Option(
      names = "--unknown-fresh-for",
      paramLabel = TIME,
      converter = Times.Converter.class,
      description = "How long it is fresh that a key is unknown.")
  private Optional<Duration> unknownFreshFor;

  @Option(
      names = "--unknown-expire-after",
      paramLabel = TIME,
      converter = Times.Converter.class,
      description = "How long it may be believed.")
  private Optional<Duration> unknownExpireAfter;

  @Mixin private ChangeOptions options;

  @SuppressWarnings("NullAway.Init")
  DefaultsCommand() {}

  @Override
  Change change() {
    return options.change();
  }

  @Override
  int run(Session session) {
    RouteDefaults before = session.administration().defaults();
    boolean asked =
        Stream.of(freshFor, expireAfter, unknownFreshFor, unknownExpireAfter)
            .anyMatch(Optional::isPresent);
    RouteDefaults now = before;
    if (asked) {
      now =
          session
              .administration()
              .defaults(
                  life(before.known(), freshFor, expireAfter),
                  life(before.unknown(), unknownFreshFor, unknownExpireAfter));
    }
    if (session.json()) {
      session.print(fields(now, before));
    } else {
      print(session, now, asked ? change(session, before, now) : "");
    }
    return ExitCode.OK;
  }

  private static String change(Session session, RouteDefaults before, RouteDefaults now) {
    return now.equals(before)
        ? "They were so already, nothing was written.\n"
        : session.would("They were changed.\n", "They would be changed.\n");
  }

  private static RouteLife life(
      RouteLife old, Optional<Duration> freshFor, Optional<Duration> expireAfter) {
    return new RouteLife(freshFor.orElse(old.freshFor()), expireAfter.orElse(old.expireAfter()));
  }

  private static void print(Session session, RouteDefaults defaults, String change) {
    TextTable table = new TextTable(Set.of(), "DEFAULT OF", "FRESH FOR", "EXPIRES");
    table.add(
        "a route",
        Times.text(defaults.known().freshFor()),
        Times.text(defaults.known().expireAfter()));
    table.add(
        "an unknown key",
        Times.text(defaults.unknown().freshFor()),
        Times.text(defaults.unknown().expireAfter()));
    String older =
        defaults.longestLifeUntil() == 0
            ? ""
            : "Copies of older defaults may be in use until "
                + Times.at(defaults.longestLifeUntil())
                + ".\n";
    session.print(change + table.text() + older);
  }

  private Map<String, Object> fields(RouteDefaults defaults, RouteDefaults before) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("known", life(defaults.known()));
    fields.put("unknown", life(defaults.unknown()));
    fields.put("version", defaults.version());
    if (defaults.longestLifeUntil() > 0) {
      fields.put("longest-life-until", RouteShown.instant(defaults.longestLifeUntil()));
    }
    fields.put("changed", !defaults.equals(before));
    fields.put("dry-run", change().dryRun());
    return fields;
  }

  private static Map<String, Object> life(RouteLife life) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("fresh-for-ms", life.freshFor().toMillis());
    fields.put("expire-after-ms", life.expireAfter().toMillis());
    return fields;
  }
}
