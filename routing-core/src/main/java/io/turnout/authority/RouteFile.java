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
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.spi.RoutingName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a route file.
 *
 * @param routes the routes that it lists
 * @param unknown the life of the answer that a key is not listed
 */
record RouteFile(Map<RouteKey, Route> routes, RouteLife unknown) {

  /**
   * One route.
   *
   * @param cell a routing name
   * @param life how long the answer may be used
   */
  record Route(String cell, RouteLife life) {}

  /**
   * What became of a content.
   *
   * @param file what it says; empty if an error is among the problems
   */
  record Reading(Optional<RouteFile> file, List<Problem> problems) {}

  private static final long VERSION = 1;
  private static final String FRESH_FOR = "fresh-for";
  private static final String EXPIRE_AFTER = "expire-after";

  static Reading read(byte[] content, DocumentLimits limits) {
    Problems problems = new Problems();
    Optional<RouteFile> file = new Reader(problems).file(Document.parse(content, limits));
    return new Reading(problems.hasErrors() ? Optional.empty() : file, problems.list());
  }

  /** Reads one file. No message holds a route key, since that can be personal data. */
  private static final class Reader {
    private final Problems problems;
    private final ValueReader values;

    Reader(Problems problems) {
      this.problems = problems;
      this.values = new ValueReader(problems);
    }

    Optional<RouteFile> file(Document document) {
      List<String> keys = List.of("turnout-routes", "defaults", "unknown", "routes");
      return values.root(document, "the route file", keys).map(this::content);
    }

    private RouteFile content(MapReader file) {
      file.require("turnout-routes", this::version);
      RouteLife known = file.read("defaults", lifeOf(RouteLife.KNOWN)).orElse(RouteLife.KNOWN);
      RouteLife unknown = file.read("unknown", lifeOf(RouteLife.UNKNOWN)).orElse(RouteLife.UNKNOWN);
      Map<RouteKey, Route> routes =
          file.require("routes", (value, what) -> routes(value, what, known)).orElse(Map.of());
      return new RouteFile(routes, unknown);
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

    private ValueReading<RouteLife> lifeOf(RouteLife standard) {
      return (value, what) ->
          values.map(value, what, List.of(FRESH_FOR, EXPIRE_AFTER)).map(map -> life(map, standard));
    }

    private RouteLife life(MapReader map, RouteLife standard) {
      return new RouteLife(
          map.read(FRESH_FOR, values::duration).orElse(standard.freshFor()),
          map.read(EXPIRE_AFTER, values::duration).orElse(standard.expireAfter()));
    }

    /** All routes; {@code {}} says that there are none. */
    private Optional<Map<RouteKey, Route>> routes(Value value, String what, RouteLife known) {
      if (!(value instanceof MapValue map)) {
        return values.wrongType(value, what, "a mapping of route keys, {} for none");
      }
      Map<RouteKey, Route> routes = new HashMap<>(map.entries().size() * 2);
      for (MapValue.Entry entry : map.entries()) {
        Optional<RouteKey> key = key(entry.key());
        Optional<Route> route = route(entry.value(), known);
        if (key.isPresent() && route.isPresent()) {
          routes.put(key.get(), route.get());
        }
      }
      return Optional.of(routes);
    }

    private Optional<RouteKey> key(Scalar key) {
      int colon = key.text().indexOf(':');
      if (colon > 0
          && RoutingName.isValid(key.text().substring(0, colon))
          && RouteKey.isValue(key.text().substring(colon + 1))) {
        return Optional.of(RouteKey.parse(key.text()));
      }
      problems.error(
          key.at(),
          ProblemCode.INVALID_VALUE,
          "a route key must be written NAMESPACE:VALUE, the namespace as [a-z0-9][a-z0-9-]{0,62}"
              + " and the value as 1 to 256 bytes of UTF-8 without control characters");
      return Optional.empty();
    }

    private Optional<Route> route(Value value, RouteLife known) {
      if (!(value instanceof MapValue)) {
        return cell(value, "the route").map(cell -> new Route(cell, known));
      }
      return values
          .map(value, "the route", List.of("cell", FRESH_FOR, EXPIRE_AFTER))
          .flatMap(
              map -> {
                RouteLife life = life(map, known);
                return map.require("cell", this::cell).map(cell -> new Route(cell, life));
              });
    }

    private Optional<String> cell(Value value, String what) {
      if (!(value instanceof Scalar scalar) || scalar.kind() != Scalar.Kind.TEXT) {
        return values.wrongType(value, what, "a cell in quotes, or a mapping with a cell");
      }
      if (!RoutingName.isValid(scalar.text())) {
        problems.error(
            value.at(),
            ProblemCode.INVALID_VALUE,
            what + " must name a cell, which is written as [a-z0-9][a-z0-9-]{0,62}");
        return Optional.empty();
      }
      return Optional.of(scalar.text());
    }
  }
}
