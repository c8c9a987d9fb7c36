// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.MapReader;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import java.util.List;
import java.util.Optional;

/** Reads where cells and routers are reached, and how they are spoken to. */
final class OriginReader {

  private final ValueReader values;
  private final TlsReader tls;

  /** How origins are spoken to. */
  record Speech(Optional<OriginTls> tls, boolean http2) {}

  OriginReader(ValueReader values, TlsReader tls) {
    this.values = values;
    this.tls = tls;
  }

  /** Origins with what a mapping says under {@code tls} and {@code http2} of all of them. */
  List<Origin> spokenTo(MapReader map, List<Origin> origins) {
    Speech speech = speech(map);
    Optional<Origin> plain = origins.stream().filter(origin -> origin.tls().isEmpty()).findFirst();
    if (map.has("tls") && plain.isPresent()) {
      values
          .problems()
          .error(
              map.find("tls").orElseThrow().key().at(),
              ProblemCode.CONFLICTING_KEYS,
              "\"tls\" of " + map.what() + " needs https, and " + plain.get() + " has none");
    }
    return origins.stream().map(origin -> origin.spokenTo(speech.tls(), speech.http2())).toList();
  }

  /** What a mapping says under {@code tls} and {@code http2}. */
  Speech speech(MapReader map) {
    return new Speech(map.read("tls", tls::origin), map.read("http2", values::flag).orElse(false));
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
