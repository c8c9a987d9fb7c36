// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.ProblemCode;
import io.turnout.document.Scalar;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import io.turnout.document.ValueReading;
import io.turnout.gateway.config.CellSettings.Listed;
import io.turnout.gateway.config.CellSettings.Members;
import io.turnout.gateway.config.CellSettings.NoMatch;
import io.turnout.gateway.config.CellSettings.Pace;
import io.turnout.gateway.config.CellSettings.Watched;
import io.turnout.spi.RoutingName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Reads the cells: where they are reached, and how one of their endpoints is chosen. */
final class CellReader {

  private static final String ORIGIN = "origin";
  private static final String ENDPOINTS = "endpoints";
  private static final String FILE = "endpoints-file";
  private static final String COPY = "last-known-good";
  private static final List<String> OF_ENDPOINTS =
      List.of(COPY, "health", "ejection", "no-match", "tries", "apply-every", "drain");
  private static final List<String> KEYS =
      List.of(
          ORIGIN,
          ENDPOINTS,
          FILE,
          "tls",
          "http2",
          COPY,
          "health",
          "ejection",
          "no-match",
          "tries",
          "apply-every",
          "drain");

  private final ValueReader values;
  private final SettingsReader settings;
  private final HealthReader asking;
  private final OriginReader origins;
  private final EndpointReader endpoints;
  private final ValueReading<Path> path;

  CellReader(
      ValueReader values,
      SettingsReader settings,
      HealthReader asking,
      OriginReader origins,
      ValueReading<Path> path) {
    this.values = values;
    this.settings = settings;
    this.asking = asking;
    this.origins = origins;
    this.path = path;
    endpoints = new EndpointReader(values, origins);
  }

  /** The cells by name. */
  Optional<Map<String, CellSettings>> cells(Value value, String what) {
    Optional<MapValue> map = values.map(value, what);
    if (map.isEmpty()) {
      return Optional.empty();
    }
    Map<String, CellSettings> cells = new LinkedHashMap<>();
    for (MapValue.Entry entry : map.get().entries()) {
      String name = entry.key().text();
      if (!RoutingName.isValid(name)) {
        values
            .problems()
            .error(
                entry.key().at(),
                ProblemCode.INVALID_VALUE,
                "the name of a cell must be [a-z0-9][a-z0-9-]{0,62}, not " + Shown.text(name));
        continue;
      }
      cell(entry.value(), '"' + name + '"').ifPresent(cell -> cells.put(name, cell));
    }
    return cells.isEmpty() ? Optional.empty() : Optional.of(cells);
  }

  /** A cell: its origin alone, or with how it is spoken to, or its endpoints. */
  private Optional<CellSettings> cell(Value value, String name) {
    if (!(value instanceof MapValue)) {
      return origins.place(value, "the origin of cell " + name).map(CellSettings::of);
    }
    return values.map(value, "cell " + name, KEYS).flatMap(map -> cell(map, name));
  }

  private Optional<CellSettings> cell(MapReader map, String name) {
    if (map.has(ENDPOINTS) || map.has(FILE)) {
      refuseBoth(map, ENDPOINTS, FILE);
      refuseBoth(map, ORIGIN, map.has(ENDPOINTS) ? ENDPOINTS : FILE);
      if (map.has(ENDPOINTS)) {
        refuseBoth(map, ENDPOINTS, COPY);
      }
      Optional<Members> members = map.has(FILE) ? watched(map) : listed(map);
      UnaryOperator<CellSettings> around = around(map);
      return members.map(known -> around.apply(CellSettings.of(known)));
    }
    Optional<Origin> place =
        map.require(ORIGIN, (v, w) -> origins.place(v, "the origin of cell " + name));
    OF_ENDPOINTS.forEach(key -> refuseBoth(map, ORIGIN, key));
    return place.map(origin -> CellSettings.of(origins.spokenTo(map, List.of(origin)).get(0)));
  }

  private void refuseBoth(MapReader map, String one, String other) {
    if (map.has(one) && map.has(other)) {
      values
          .problems()
          .error(
              map.find(other).orElseThrow().key().at(),
              ProblemCode.CONFLICTING_KEYS,
              "\"" + one + "\" and \"" + other + "\" of " + map.what() + " exclude each other");
    }
  }

  private Optional<Members> listed(MapReader map) {
    return map.read(ENDPOINTS, endpoints::endpoints)
        .map(
            read -> {
              List<Origin> spoken =
                  origins.spokenTo(map, read.stream().map(LabelledOrigin::origin).toList());
              return new Listed(
                  IntStream.range(0, read.size())
                      .mapToObj(i -> new LabelledOrigin(spoken.get(i), read.get(i).labels()))
                      .toList());
            });
  }

  private Optional<Members> watched(MapReader map) {
    Optional<Path> file = map.read(FILE, path);
    Optional<Path> copy = map.read(COPY, path);
    OriginReader.Speech speech = origins.speech(map);
    return file.map(known -> new Watched(known, copy, speech.tls(), speech.http2()));
  }

  /** What is said of a cell beside where its endpoints are. */
  private UnaryOperator<CellSettings> around(MapReader map) {
    Optional<OriginHealth> health = map.read("health", asking::ofCell);
    boolean ejecting = !isNone(map, "ejection");
    Optional<EjectionSettings> ejection =
        ejecting ? map.read("ejection", this::ejection) : Optional.empty();
    Optional<NoMatch> noMatch = map.read("no-match", this::noMatch);
    Pace usual = Pace.DEFAULT;
    Optional<Integer> tries = map.read("tries", settings.integer(1, Pace.MOST_TRIES));
    Optional<Duration> every =
        map.read("apply-every", settings.span(Duration.ZERO, Pace.LONGEST_EVERY));
    Optional<Duration> drain = map.read("drain", settings::span);
    Pace pace =
        new Pace(
            tries.orElse(usual.tries()),
            every.orElse(usual.applyEvery()),
            drain.orElse(usual.drain()));
    return normal ->
        new CellSettings(
            normal.members(),
            health,
            ejecting ? ejection.or(normal::ejection) : Optional.empty(),
            noMatch.orElse(normal.noMatch()),
            pace);
  }

  private static boolean isNone(MapReader map, String key) {
    return map.find(key)
        .filter(entry -> entry.value() instanceof Scalar scalar && scalar.text().equals("none"))
        .isPresent();
  }

  private Optional<EjectionSettings> ejection(Value value, String what) {
    EjectionSettings normal = EjectionSettings.DEFAULT;
    return values
        .map(value, what, List.of("failures", "on", "first", "longest"))
        .flatMap(
            map -> {
              int failures =
                  map.read("failures", settings.integer(1, EjectionSettings.MOST_FAILURES))
                      .orElse(normal.failures());
              Set<EndpointFailure> on = map.read("on", this::failures).orElse(normal.on());
              Duration first =
                  map.read(
                          "first",
                          settings.span(EjectionSettings.SHORTEST, EjectionSettings.LONGEST_FIRST))
                      .orElse(normal.first());
              Duration usual = normal.longest().compareTo(first) < 0 ? first : normal.longest();
              Duration longest =
                  map.read("longest", settings.span(first, EjectionSettings.LONGEST)).orElse(usual);
              return Optional.of(new EjectionSettings(failures, on, first, longest));
            });
  }

  private Optional<Set<EndpointFailure>> failures(Value value, String what) {
    Optional<List<Value>> items = values.oneOrList(value, what);
    Set<EndpointFailure> on = EnumSet.noneOf(EndpointFailure.class);
    for (Value item : items.orElse(List.of())) {
      values.word(item, what, EndpointFailure.texts()).map(EndpointFailure::of).ifPresent(on::add);
    }
    return on.isEmpty() ? Optional.empty() : Optional.of(on);
  }

  private Optional<NoMatch> noMatch(Value value, String what) {
    if (value instanceof MapValue) {
      return endpoints.labels(value, what).map(NoMatch::asking);
    }
    return values
        .word(value, what, List.of("any", "reject"))
        .map(word -> word.equals("any") ? NoMatch.ANY : NoMatch.REJECT);
  }
}
