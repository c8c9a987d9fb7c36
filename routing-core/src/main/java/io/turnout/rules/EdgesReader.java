// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.client.AddressRange;
import io.turnout.client.Edge;
import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.ProblemCode;
import io.turnout.document.Scalar;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code edges}: who may speak for a client, and how they prove themselves. */
final class EdgesReader {

  private static final List<String> KEYS =
      List.of("name", "router", "cidr", "tls", "signature", "client-ip");
  private static final List<String> PROOFS = List.of("cidr", "tls", "signature");

  private final Reading reading;

  EdgesReader(Reading reading) {
    this.reading = reading;
  }

  /** The edges in file order. */
  Optional<List<RuleFile.WrittenEdge>> edges(Value value, String what) {
    return reading
        .values()
        .list(value, what)
        .map(
            values -> {
              List<RuleFile.WrittenEdge> edges = new ArrayList<>();
              for (Value each :
                  reading.atMost(reading.limits().edges(), values, Value::at, "edges")) {
                reading.values().map(each, shown(each), KEYS).map(this::edge).ifPresent(edges::add);
              }
              return edges;
            });
  }

  /** What messages call an edge. */
  private static String shown(Value edge) {
    return edge instanceof MapValue map
            && map.get("name").orElse(null) instanceof Scalar name
            && !name.text().isEmpty()
        ? "edge " + Shown.text(name.text())
        : "an edge";
  }

  private RuleFile.WrittenEdge edge(MapReader map) {
    reading.notYet(map, "signature");
    reading.notYet(map, "client-ip");
    Optional<Placed<String>> name =
        map.require("name", reading::placedText)
            .flatMap(text -> reading.routingName(text, "an edge"));
    boolean router = map.read("router", reading.values()::flag).orElse(false);
    Optional<RuleFile.Proof> cidr = map.read("cidr", this::ranges);
    Optional<RuleFile.Proof> tls = map.read("tls", this::certificate);
    Optional<String> proof = reading.oneOf(map, PROOFS);
    return new RuleFile.WrittenEdge(
        name,
        router ? Edge.Role.ROUTER : Edge.Role.PROXY,
        proof.flatMap(word -> cidr.or(() -> tls)));
  }

  private Optional<RuleFile.Proof> ranges(Value value, String what) {
    return reading
        .values()
        .list(value, what)
        .map(
            values -> {
              List<Placed<RuleFile.WrittenRange>> ranges = new ArrayList<>();
              for (Value each :
                  reading.atMost(
                      reading.limits().ranges(), values, Value::at, "ranges of one edge")) {
                reading
                    .placedText(each, "a range of addresses")
                    .flatMap(this::range)
                    .ifPresent(ranges::add);
              }
              return new RuleFile.Ranges(ranges);
            });
  }

  private Optional<Placed<RuleFile.WrittenRange>> range(Placed<String> text) {
    try {
      AddressRange range = AddressRange.parse(text.value());
      return Optional.of(new Placed<>(new RuleFile.WrittenRange(text.value(), range), text.at()));
    } catch (IllegalArgumentException e) {
      reading
          .problems()
          .error(
              text.at(),
              ProblemCode.INVALID_VALUE,
              Shown.text(text.value()) + " is no range of addresses: " + Reading.message(e),
              AddressRange.meant(text.value()));
      return Optional.empty();
    }
  }

  private Optional<RuleFile.Proof> certificate(Value value, String what) {
    return reading
        .values()
        .map(value, what, List.of("san"))
        .flatMap(map -> map.require("san", this::name))
        .map(RuleFile.CertificateName::new);
  }

  private Optional<String> name(Value value, String what) {
    return reading
        .values()
        .text(value, what)
        .filter(
            text -> {
              if (text.isEmpty()) {
                reading
                    .problems()
                    .error(
                        value.at(),
                        ProblemCode.INVALID_VALUE,
                        what + " must be a name that stands in the certificate of the edge");
              }
              return !text.isEmpty();
            });
  }
}
