// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import io.turnout.document.Document;
import io.turnout.document.DocumentLimits;
import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import io.turnout.document.Problems;
import io.turnout.document.Scalar;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import io.turnout.document.ValueReading;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a route file.
 *
 * @param routes the records that it lists
 * @param defaults the durations that count where a route sets none
 */
record RouteFile(Map<RouteKey, Listed> routes, RouteDefaults defaults) {

  /**
   * One record.
   *
   * @param route what it says; where it has no version, one that depends on what it says
   * @param versioned whether the file says which version it has
   */
  record Listed(StoredRoute route, boolean versioned) {}

  /**
   * What became of a content.
   *
   * @param file what it says; empty if an error is among the problems
   * @param root the outermost mapping, with places; empty if there is none
   */
  record Reading(Optional<RouteFile> file, List<Problem> problems, Optional<MapValue> root) {}

  static final String VERSION_KEY = "turnout-routes";
  static final String DEFAULTS = "defaults";
  static final String UNKNOWN = "unknown";
  static final String ROUTES = "routes";

  private static final long VERSION = 1;

  static Reading read(byte[] content, DocumentLimits limits) {
    Problems problems = new Problems();
    Document document = Document.parse(content, limits);
    Optional<RouteFile> file = new Reader(problems).file(document);
    return new Reading(
        problems.hasErrors() ? Optional.empty() : file,
        problems.list(),
        document.root().filter(MapValue.class::isInstance).map(MapValue.class::cast));
  }

  /** The record of a key, if there is one. */
  Optional<StoredRoute> route(RouteKey key) {
    return Optional.ofNullable(routes.get(key)).map(Listed::route);
  }

  /** The records that a key leads through; at most as many as a chain may have. */
  RouteChain chain(RouteKey key) {
    RouteChain chain = new RouteChain(key, List.of());
    Optional<StoredRoute> link = route(key);
    while (link.isPresent()) {
      List<StoredRoute> links = new ArrayList<>(chain.links());
      links.add(link.get());
      chain = new RouteChain(key, links);
      link = chain.next().flatMap(this::route);
    }
    return chain;
  }

  /** Reads one file. No message holds a route key, since that can be personal data. */
  private static final class Reader {
    private final Problems problems;
    private final ValueReader values;
    private final RouteRecordReader records;

    Reader(Problems problems) {
      this.problems = problems;
      this.values = new ValueReader(problems);
      this.records = new RouteRecordReader(values);
    }

    Optional<RouteFile> file(Document document) {
      List<String> keys = List.of(VERSION_KEY, DEFAULTS, UNKNOWN, ROUTES);
      return values.root(document, "the route file", keys).map(this::content);
    }

    private RouteFile content(MapReader file) {
      file.require(VERSION_KEY, this::version);
      RouteDefaults defaults = defaults(file);
      Map<RouteKey, RouteRecordReader.Placed> placed =
          file.require(ROUTES, records::routes).orElse(Map.of());
      if (!problems.hasErrors()) {
        new AliasCheck(placed, problems).check();
      }
      Map<RouteKey, Listed> routes = new HashMap<>(placed.size() * 2);
      placed.forEach((key, record) -> routes.put(key, record.listed()));
      return new RouteFile(routes, defaults);
    }

    private Optional<Long> version(Value value, String what) {
      if (value instanceof Scalar scalar
          && scalar.kind() == Scalar.Kind.INTEGER
          && !scalar.text().equals(String.valueOf(VERSION))) {
        problems.error(
            value.at(),
            ProblemCode.UNSUPPORTED_VERSION,
            what + " must be " + VERSION + ", not " + Shown.text(scalar.text()));
        return Optional.empty();
      }
      return values.integer(value, what, VERSION, VERSION);
    }

    /** The durations of both sections; what the record of them bears stands in the first. */
    private RouteDefaults defaults(MapReader file) {
      RouteLife unknown =
          file.read(UNKNOWN, section(RouteRecordReader.LIFE_KEYS))
              .map(map -> records.life(map).or(RouteLife.UNKNOWN))
              .orElse(RouteLife.UNKNOWN);
      Optional<MapReader> section = file.read(DEFAULTS, section(RouteRecordReader.DEFAULTS_KEYS));
      RouteLife known =
          section.map(map -> records.life(map).or(RouteLife.KNOWN)).orElse(RouteLife.KNOWN);
      long until = section.map(records::longestLifeUntil).orElse(0L);
      WriteStamp stamp =
          section
              .map(map -> records.stamp(map, known, unknown))
              .orElseGet(
                  () ->
                      file.has(UNKNOWN)
                          ? RouteRecordReader.stampOf(known, unknown)
                          : RouteDefaults.INITIAL.stamp());
      return new RouteDefaults(known, unknown, until, stamp);
    }

    private ValueReading<MapReader> section(List<String> keys) {
      return (value, what) -> values.map(value, what, keys);
    }
  }

  /** Follows the aliases of a file. */
  private record AliasCheck(Map<RouteKey, RouteRecordReader.Placed> routes, Problems problems) {

    void check() {
      routes.forEach(
          (key, placed) -> {
            if (placed.listed().route().target() instanceof AliasOf alias) {
              follow(placed, alias);
            }
          });
    }

    private void follow(RouteRecordReader.Placed start, AliasOf alias) {
      AliasOf last = alias;
      long version = alias.offset();
      for (int aliases = 1; aliases <= RouteChain.MAX_ALIASES; aliases++) {
        RouteRecordReader.Placed next = routes.get(last.key());
        if (next == null) {
          problems.warning(
              start.targetAt(),
              ProblemCode.INVALID_VALUE,
              "\"alias-of\" leads to a key that is not listed, so the route is unknown");
          return;
        }
        if (next.listed().route().target() instanceof AliasOf further) {
          last = further;
          version += further.offset();
        } else {
          requireVersion(start, version + next.listed().route().version());
          return;
        }
      }
      problems.error(
          start.targetAt(),
          ProblemCode.INVALID_VALUE,
          "\"alias-of\" leads through more than "
              + RouteChain.MAX_ALIASES
              + " aliases, or back to where it began; a route must be reached by then");
    }

    private void requireVersion(RouteRecordReader.Placed start, long version) {
      if (version > RouteEntry.MAX_VERSION) {
        problems.error(
            start.targetAt(),
            ProblemCode.INVALID_VALUE,
            "the \"offset\" of the aliases and the version that they lead to make "
                + version
                + "; at most "
                + RouteEntry.MAX_VERSION
                + " is a version");
      }
    }
  }
}
