// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.RouteView;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.RouteKey;
import io.turnout.store.LifeSetting;
import io.turnout.store.MoveMark;
import io.turnout.store.RouteTarget;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How a route is shown to people and to programs. */
final class RouteShown {

  private RouteShown() {}

  /** Where a record leads, in a few words. */
  static String target(RouteTarget target) {
    if (target instanceof InCell in) {
      return in.cell();
    }
    return target instanceof AliasOf alias
        ? "alias of " + Session.printable(alias.key().text())
        : "deleted";
  }

  static String phase(MoveMark move) {
    return move.phase().name().toLowerCase(Locale.ROOT);
  }

  /** A duration of a record's own, or that it has none. */
  static String own(Optional<Duration> duration) {
    return duration.map(Times::text).orElse("default");
  }

  /** What an authority answers about a key, and why. */
  static String text(RouteKey key, RouteView view) {
    AuthorityAnswer answer = view.answer();
    StringBuilder text = new StringBuilder(Session.printable(key.text()));
    String reached =
        answer instanceof Known known ? "in cell " + known.cell() : "unknown: it leads to no cell";
    text.append(": ").append(reached).append('\n');
    for (StoredRoute link : view.chain().links()) {
      if (link.target() instanceof AliasOf alias) {
        line(
            text,
            "leads to",
            Session.printable(alias.key().text())
                + " (adds "
                + alias.offset()
                + " to its version)");
      }
    }
    line(text, "version", String.valueOf(answer.version()));
    view.route()
        .filter(route -> route.version() != answer.version())
        .ifPresent(route -> line(text, "record's own", String.valueOf(route.version())));
    line(text, "fresh for", life(answer.freshFor(), view, LifeSetting::freshFor));
    line(text, "expires after", life(answer.expireAfter(), view, LifeSetting::expireAfter));
    view.route().ifPresent(route -> record(text, route));
    return text.toString();
  }

  private static void record(StringBuilder text, StoredRoute route) {
    if (route.longestLifeUntil() > 0) {
      line(text, "older copies", "until " + Times.at(route.longestLifeUntil()) + " at the latest");
    }
    route
        .move()
        .ifPresent(
            move -> {
              line(
                  text,
                  "in a move",
                  "from " + move.from() + " to " + move.to() + ", " + phase(move));
              line(text, "next step", due(move));
              line(text, "move", Session.printable(move.id()));
            });
    line(text, "written by", "write " + Session.printable(route.stamp().writeId()));
  }

  static String due(MoveMark move) {
    String step = move.phase() == MoveMark.Phase.MARKED ? "flip" : "settle";
    return move.due() == MoveMark.NOT_KNOWN_YET
        ? step + ", once the wait is reckoned"
        : step + ", not before " + Times.at(move.due());
  }

  private interface Part {
    Optional<Duration> of(LifeSetting life);
  }

  private static String life(Duration duration, RouteView view, Part part) {
    if (view.chain().links().stream().anyMatch(link -> link.move().isPresent())) {
      return "0 (it is being moved, so nobody may keep it)";
    }
    boolean own = view.route().flatMap(route -> part.of(route.life())).isPresent();
    boolean alias = view.chain().links().size() > 1;
    return Times.text(duration) + (own || alias ? "" : " (default)");
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "  %-14s  %s%n", name, value));
  }

  /** A record as data. */
  static Map<String, Object> fields(StoredRoute route) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("key", route.key().text());
    if (route.target() instanceof InCell in) {
      fields.put("cell", in.cell());
    } else if (route.target() instanceof AliasOf alias) {
      fields.put("alias-of", alias.key().text());
      fields.put("offset", alias.offset());
    } else {
      fields.put("deleted", true);
    }
    route.life().freshFor().ifPresent(it -> fields.put("fresh-for-ms", it.toMillis()));
    route.life().expireAfter().ifPresent(it -> fields.put("expire-after-ms", it.toMillis()));
    fields.put("version", route.version());
    fields.put("write", route.stamp().writeId());
    if (route.longestLifeUntil() > 0) {
      fields.put("longest-life-until", instant(route.longestLifeUntil()));
    }
    route.move().ifPresent(move -> fields.put("moving", fields(move)));
    return fields;
  }

  /** What an authority answers, as data. */
  static Map<String, Object> fields(AuthorityAnswer answer) {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (answer instanceof Known known) {
      fields.put("cell", known.cell());
    } else {
      fields.put("unknown", true);
    }
    fields.put("version", answer.version());
    fields.put("fresh-for-ms", answer.freshFor().toMillis());
    fields.put("expire-after-ms", answer.expireAfter().toMillis());
    return fields;
  }

  private static Map<String, Object> fields(MoveMark move) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", move.id());
    fields.put("from", move.from());
    fields.put("to", move.to());
    fields.put("phase", phase(move));
    if (move.due() != MoveMark.NOT_KNOWN_YET) {
      fields.put("due", instant(move.due()));
    }
    return fields;
  }

  static String instant(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }
}
