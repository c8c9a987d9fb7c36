// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.MapValue;
import io.turnout.document.Position;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads lists of endpoints with their labels. */
final class EndpointReader {

  private final ValueReader values;
  private final OriginReader origins;

  EndpointReader(ValueReader values, OriginReader origins) {
    this.values = values;
    this.origins = origins;
  }

  /** The endpoints in their order; empty if any is wrong, which has been reported. */
  Optional<List<LabelledOrigin>> endpoints(Value value, String what) {
    Optional<List<Value>> items = values.list(value, what);
    if (items.isEmpty()) {
      return Optional.empty();
    }
    int most = CellSettings.MOST_ENDPOINTS;
    if (items.get().size() > most) {
      return wrong(
          value,
          ProblemCode.INVALID_VALUE,
          what + " must have at most " + most + " items, not " + items.get().size());
    }
    List<LabelledOrigin> endpoints = new ArrayList<>();
    Set<Origin> seen = new HashSet<>();
    for (Value item : items.get()) {
      endpoint(item, "an item of " + what)
          .filter(read -> isNew(read, seen, item, what))
          .ifPresent(endpoints::add);
    }
    return endpoints.size() == items.get().size() ? Optional.of(endpoints) : Optional.empty();
  }

  private boolean isNew(LabelledOrigin read, Set<Origin> seen, Value item, String what) {
    if (seen.add(read.origin())) {
      return true;
    }
    wrong(
        item,
        ProblemCode.DUPLICATE_NAME,
        "an item of " + what + " is there twice: " + read.origin());
    return false;
  }

  private Optional<LabelledOrigin> endpoint(Value value, String what) {
    if (!(value instanceof MapValue)) {
      return origins.place(value, what).map(origin -> new LabelledOrigin(origin, Map.of()));
    }
    return values
        .map(value, what, List.of("origin", "labels"))
        .flatMap(
            map -> {
              Optional<Origin> origin =
                  map.require("origin", (v, w) -> origins.place(v, "the origin of " + what));
              Optional<Map<String, String>> labels =
                  map.has("labels") ? map.read("labels", this::labels) : Optional.of(Map.of());
              return origin.flatMap(place -> labels.map(known -> new LabelledOrigin(place, known)));
            });
  }

  /** Labels by name; empty if any is wrong, which has been reported. */
  Optional<Map<String, String>> labels(Value value, String what) {
    Optional<MapValue> map = values.map(value, what);
    if (map.isEmpty()) {
      return Optional.empty();
    }
    List<MapValue.Entry> entries = map.get().entries();
    int most = LabelledOrigin.MOST_LABELS;
    if (entries.size() > most) {
      return wrong(
          value,
          ProblemCode.INVALID_VALUE,
          what + " must have at most " + most + " labels, not " + entries.size());
    }
    Map<String, String> labels = new HashMap<>();
    for (MapValue.Entry entry : entries) {
      String name = entry.key().text();
      Optional<String> text = values.text(entry.value(), "label " + Shown.text(name));
      if (text.isPresent() && !LabelledOrigin.isValid(name, text.get())) {
        wrong(
            entry.key().at(),
            "label " + Shown.text(name) + " of " + what + " must " + LabelledOrigin.FORM);
      } else {
        text.ifPresent(label -> labels.put(name, label));
      }
    }
    return labels.size() == entries.size() ? Optional.of(labels) : Optional.empty();
  }

  private void wrong(Position at, String message) {
    values.problems().error(at, ProblemCode.INVALID_VALUE, message);
  }

  private <T> Optional<T> wrong(Value value, ProblemCode code, String message) {
    values.problems().error(value.at(), code, message);
    return Optional.empty();
  }
}
