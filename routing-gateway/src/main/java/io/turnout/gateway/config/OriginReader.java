// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import io.turnout.spi.RoutingName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads where cells and routers are reached, and how they are spoken to. */
final class OriginReader {

  private final ValueReader values;
  private final TlsReader tls;

  OriginReader(ValueReader values, TlsReader tls) {
    this.values = values;
    this.tls = tls;
  }

  /** The cells by name. */
  Optional<Map<String, Origin>> cells(Value value, String what) {
    Optional<MapValue> map = values.map(value, what);
    if (map.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Origin> cells = new LinkedHashMap<>();
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
      cell(entry.value(), '"' + name + '"').ifPresent(origin -> cells.put(name, origin));
    }
    return cells.isEmpty() ? Optional.empty() : Optional.of(cells);
  }

  /** A cell: its origin alone, or with how it is spoken to. */
  private Optional<Origin> cell(Value value, String name) {
    if (!(value instanceof MapValue)) {
      return place(value, "the origin of cell " + name);
    }
    return values
        .map(value, "cell " + name, List.of("origin", "tls", "http2"))
        .flatMap(
            map -> {
              Optional<Origin> place =
                  map.require("origin", (v, w) -> place(v, "the origin of cell " + name));
              return place.map(origin -> spokenTo(map, List.of(origin)).get(0));
            });
  }

  /** Origins with what a mapping says under {@code tls} and {@code http2} of all of them. */
  List<Origin> spokenTo(MapReader map, List<Origin> origins) {
    Optional<OriginTls> spoken = map.read("tls", tls::origin);
    boolean http2 = map.read("http2", values::flag).orElse(false);
    Optional<Origin> plain = origins.stream().filter(origin -> origin.tls().isEmpty()).findFirst();
    if (map.has("tls") && plain.isPresent()) {
      values
          .problems()
          .error(
              map.find("tls").orElseThrow().key().at(),
              ProblemCode.CONFLICTING_KEYS,
              "\"tls\" of " + map.what() + " needs https, and " + plain.get() + " has none");
    }
    return origins.stream().map(origin -> origin.spokenTo(spoken, http2)).toList();
  }

  /** Where a server is. */
  Optional<Origin> place(Value value, String what) {
    Optional<String> text = values.text(value, what);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Origin.parse(text.get()));
    } catch (IllegalArgumentException e) {
      values
          .problems()
          .error(
              value.at(),
              ProblemCode.INVALID_VALUE,
              what + " must be " + Origin.FORM + ", not " + Shown.text(text.get()));
      return Optional.empty();
    }
  }
}
