// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import io.turnout.authority.RouteFile.Listed;
import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.Position;
import io.turnout.document.ProblemCode;
import io.turnout.document.Problems;
import io.turnout.document.Scalar;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import io.turnout.store.LifeSetting;
import io.turnout.store.MoveMark;
import io.turnout.store.RouteTarget;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.Deleted;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the records of a route file. No message holds a route key. */
final class RouteRecordReader {

  static final String CELL = "cell";
  static final String ALIAS_OF = "alias-of";
  static final String OFFSET = "offset";
  static final String DELETED = "deleted";
  static final String FRESH_FOR = "fresh-for";
  static final String EXPIRE_AFTER = "expire-after";
  static final String VERSION = "version";
  static final String LONGEST_LIFE_UNTIL = "longest-life-until";
  static final String WRITE = "write";
  static final String MOVING = "moving";
  static final String ID = "id";
  static final String FROM = "from";
  static final String TO = "to";
  static final String PHASE = "phase";
  static final String DUE = "due";

  static final List<String> LIFE_KEYS = List.of(FRESH_FOR, EXPIRE_AFTER);
  static final List<String> DEFAULTS_KEYS =
      List.of(FRESH_FOR, EXPIRE_AFTER, VERSION, LONGEST_LIFE_UNTIL, WRITE);

  private static final List<String> TARGETS = List.of(CELL, ALIAS_OF, DELETED);
  private static final List<String> RECORD_KEYS =
      List.of(
          CELL,
          ALIAS_OF,
          OFFSET,
          DELETED,
          FRESH_FOR,
          EXPIRE_AFTER,
          VERSION,
          LONGEST_LIFE_UNTIL,
          WRITE,
          MOVING);
  private static final List<String> MOVE_KEYS = List.of(ID, FROM, TO, PHASE, DUE);
  private static final String MARKED = "marked";
  private static final String FLIPPED = "flipped";

  /** Names the write of a record that a person wrote. */
  private static final String BY_HAND = "by-hand";

  /** Versions of records without one lie below any time in milliseconds. */
  private static final int VERSION_BITS = 0x3fff_ffff;

  private final ValueReader values;
  private final Problems problems;

  /**
   * A record and its place.
   *
   * @param targetAt where the file says where it leads
   */
  record Placed(Listed listed, Position targetAt) {}

  RouteRecordReader(ValueReader values) {
    this.values = values;
    this.problems = values.problems();
  }

  /** All records; {@code {}} says that there are none. */
  Optional<Map<RouteKey, Placed>> routes(Value value, String what) {
    if (!(value instanceof MapValue map)) {
      return values.wrongType(value, what, "a mapping of route keys, {} for none");
    }
    Map<RouteKey, Placed> routes = new HashMap<>(map.entries().size() * 2);
    for (MapValue.Entry entry : map.entries()) {
      Optional<RouteKey> key = key(entry.key(), "a route key");
      Optional<Placed> route = key.flatMap(found -> route(found, entry.value()));
      if (key.isPresent() && route.isPresent()) {
        routes.put(key.get(), route.get());
      } else if (key.isEmpty()) {
        // For the mistakes of a record whose key is wrong.
        route(new RouteKey("none", "none"), entry.value());
      }
    }
    return Optional.of(routes);
  }

  /** The stamp of a record that has no version: it changes with what the record says. */
  static WriteStamp stampOf(Object... content) {
    return new WriteStamp(1 + (List.of(content).toString().hashCode() & VERSION_BITS), BY_HAND);
  }

  /** The stamp that a mapping says, or one that depends on content. */
  WriteStamp stamp(MapReader map, Object... content) {
    Optional<Long> version = map.read(VERSION, this::version);
    String write = map.read(WRITE, this::writeId).orElse(BY_HAND);
    return new WriteStamp(version.orElseGet(() -> stampOf(content).version()), write);
  }

  LifeSetting life(MapReader map) {
    return new LifeSetting(
        map.read(FRESH_FOR, values::duration), map.read(EXPIRE_AFTER, values::duration));
  }

  long longestLifeUntil(MapReader map) {
    return map.read(LONGEST_LIFE_UNTIL, this::instant).orElse(0L);
  }

  private Optional<RouteKey> key(Scalar key, String what) {
    int colon = key.text().indexOf(':');
    if (colon > 0
        && RoutingName.isValid(key.text().substring(0, colon))
        && RouteKey.isValue(key.text().substring(colon + 1))) {
      return Optional.of(RouteKey.parse(key.text()));
    }
    problems.error(
        key.at(),
        ProblemCode.INVALID_VALUE,
        what
            + " must be written NAMESPACE:VALUE, the namespace as [a-z0-9][a-z0-9-]{0,62}"
            + " and the value as 1 to 256 bytes of UTF-8 without control characters");
    return Optional.empty();
  }

  private Optional<Placed> route(RouteKey key, Value value) {
    if (!(value instanceof MapValue)) {
      return cell(value, "the route")
          .map(
              cell -> {
                RouteTarget target = new InCell(cell);
                return new Placed(
                    new Listed(
                        new StoredRoute(
                            key,
                            target,
                            LifeSetting.DEFAULT,
                            0,
                            Optional.empty(),
                            stampOf(target, LifeSetting.DEFAULT)),
                        false),
                    value.at());
              });
    }
    return values.map(value, "the route", RECORD_KEYS).flatMap(map -> record(key, map));
  }

  private Optional<Placed> record(RouteKey key, MapReader map) {
    int before = problems.count();
    Optional<RouteTarget> target = target(map);
    LifeSetting life = life(map);
    long until = longestLifeUntil(map);
    WriteStamp stamp = stamp(map, target, life);
    Optional<MoveMark> move =
        map.read(MOVING, (value, what) -> values.map(value, what, MOVE_KEYS).flatMap(this::move));
    if (problems.count() > before || target.isEmpty()) {
      return Optional.empty();
    }
    try {
      StoredRoute route = new StoredRoute(key, target.get(), life, until, move, stamp);
      return Optional.of(new Placed(new Listed(route, map.has(VERSION)), targetAt(map)));
    } catch (IllegalArgumentException e) {
      map.find(MOVING)
          .ifPresent(
              entry ->
                  problems.error(
                      entry.value().at(),
                      ProblemCode.CONFLICTING_KEYS,
                      "\"moving\" does not fit the route: " + e.getMessage()));
      return Optional.empty();
    }
  }

  private static Position targetAt(MapReader map) {
    for (String key : TARGETS) {
      Optional<MapValue.Entry> entry = map.find(key);
      if (entry.isPresent()) {
        return entry.get().value().at();
      }
    }
    return map.at();
  }

  private Optional<RouteTarget> target(MapReader map) {
    List<String> given = TARGETS.stream().filter(map::has).toList();
    if (given.size() > 1) {
      problems.error(
          map.at(),
          ProblemCode.CONFLICTING_KEYS,
          "the route has " + String.join(" and ", given) + "; it must have one of them");
      return Optional.empty();
    }
    if (map.has(OFFSET) && !map.has(ALIAS_OF)) {
      problems.error(
          map.at(), ProblemCode.CONFLICTING_KEYS, "\"offset\" belongs to \"alias-of\" only");
      return Optional.empty();
    }
    if (map.has(ALIAS_OF)) {
      long offset =
          map.read(OFFSET, (value, what) -> values.integer(value, what, 0, RouteEntry.MAX_VERSION))
              .orElse(0L);
      return map.read(ALIAS_OF, this::otherKey).map(key -> new AliasOf(key, offset));
    }
    if (map.has(DELETED)) {
      return map.read(DELETED, this::deleted);
    }
    return map.require(CELL, this::cell).map(InCell::new);
  }

  private Optional<RouteKey> otherKey(Value value, String what) {
    return value instanceof Scalar scalar && scalar.kind() == Scalar.Kind.TEXT
        ? key(scalar, what)
        : values.wrongType(value, what, "a route key in quotes");
  }

  private Optional<RouteTarget> deleted(Value value, String what) {
    return values
        .flag(value, what)
        .flatMap(
            deleted ->
                deleted
                    ? Optional.of(new Deleted())
                    : values.wrongType(value, what, "true, or be left out"));
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

  private Optional<MoveMark> move(MapReader map) {
    Optional<String> id = map.require(ID, this::text);
    Optional<String> from = map.require(FROM, this::cell);
    Optional<String> to = map.require(TO, this::cell);
    Optional<MoveMark.Phase> phase =
        map.require(PHASE, (value, what) -> values.word(value, what, List.of(MARKED, FLIPPED)))
            .map(word -> word.equals(MARKED) ? MoveMark.Phase.MARKED : MoveMark.Phase.FLIPPED);
    Optional<Long> due =
        map.has(DUE) ? map.read(DUE, this::instant) : Optional.of(MoveMark.NOT_KNOWN_YET);
    if (id.isEmpty() || from.isEmpty() || to.isEmpty() || phase.isEmpty() || due.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new MoveMark(id.get(), from.get(), to.get(), phase.get(), due.get()));
  }

  private Optional<String> text(Value value, String what) {
    return values
        .text(value, what)
        .flatMap(
            text -> text.isEmpty() ? values.wrongType(value, what, "text") : Optional.of(text));
  }

  private Optional<Long> version(Value value, String what) {
    return values.integer(value, what, 1, RouteEntry.MAX_VERSION);
  }

  private Optional<String> writeId(Value value, String what) {
    return text(value, what)
        .flatMap(
            text ->
                text.length() <= WriteStamp.MAX_WRITE_ID_CHARS
                    ? Optional.of(text)
                    : values.wrongType(
                        value,
                        what,
                        "a text of at most " + WriteStamp.MAX_WRITE_ID_CHARS + " characters"));
  }

  /** Milliseconds since 1970, or a time as {@code 2030-01-31T12:00:00Z}. */
  private Optional<Long> instant(Value value, String what) {
    if (value instanceof Scalar scalar && scalar.kind() == Scalar.Kind.INTEGER) {
      return values.integer(value, what, 0, Long.MAX_VALUE);
    }
    if (value instanceof Scalar scalar && scalar.kind() == Scalar.Kind.TEXT) {
      Optional<Long> millis = millis(scalar.text());
      if (millis.isEmpty()) {
        problems.error(
            value.at(),
            ProblemCode.INVALID_VALUE,
            what
                + " must be a time from 1970 on, such as 2030-01-31T12:00:00Z, not "
                + Shown.text(scalar.text()));
      }
      return millis;
    }
    return values.wrongType(value, what, "a time such as 2030-01-31T12:00:00Z");
  }

  private static Optional<Long> millis(String text) {
    try {
      return Optional.of(Instant.parse(text).toEpochMilli()).filter(millis -> millis >= 0);
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }
}
