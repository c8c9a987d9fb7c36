// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.client.ClientIp;
import io.turnout.client.Edge;
import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.ProblemCode;
import io.turnout.document.Scalar;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.request.HttpToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads {@code edges}: who may speak for a client, and how they prove themselves. */
final class EdgesReader {

  private static final List<String> KEYS =
      List.of("name", "router", "cidr", "cidr-file", "tls", "signature", "client-ip");
  private static final List<String> PROOFS = List.of("cidr", "cidr-file", "tls", "signature");

  private final Reading reading;
  private final AddressesReader addresses;
  private final SignatureReader signatures;

  EdgesReader(Reading reading) {
    this.reading = reading;
    addresses = new AddressesReader(reading);
    signatures = new SignatureReader(reading);
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
    Optional<Placed<String>> name =
        map.require("name", reading::placedText)
            .flatMap(text -> reading.routingName(text, "an edge"));
    boolean router = map.read("router", reading.values()::flag).orElse(false);
    Optional<RuleFile.WrittenClientIp> clientIp = map.read("client-ip", this::clientIp);
    Optional<String> field = clientIp.map(written -> written.place().header());
    Optional<RuleFile.Proof> cidr = map.read("cidr", addresses::ranges).map(set -> set);
    Optional<RuleFile.Proof> files = map.read("cidr-file", addresses::files).map(set -> set);
    Optional<RuleFile.Proof> tls = map.read("tls", this::certificate);
    Optional<RuleFile.Proof> signed =
        map.read("signature", (value, what) -> signatures.signature(value, what, field));
    Optional<String> proof = reading.oneOf(map, PROOFS);
    return new RuleFile.WrittenEdge(
        name,
        router ? Edge.Role.ROUTER : Edge.Role.PROXY,
        proof.flatMap(word -> cidr.or(() -> files).or(() -> tls).or(() -> signed)),
        clientIp);
  }

  private Optional<RuleFile.WrittenClientIp> clientIp(Value value, String what) {
    return reading
        .values()
        .map(value, what, List.of("header", "hops"))
        .flatMap(
            map -> {
              Optional<Placed<String>> header =
                  map.require("header", reading::placedText).filter(this::isField);
              int hops =
                  map.read("hops", (v, w) -> reading.values().integer(v, w, 0, ClientIp.MAX_HOPS))
                      .map(Long::intValue)
                      .orElse(ClientIp.ALONE);
              return header.map(
                  name ->
                      new RuleFile.WrittenClientIp(
                          name, new ClientIp(name.value().toLowerCase(Locale.ROOT), hops)));
            });
  }

  private boolean isField(Placed<String> name) {
    boolean token = HttpToken.isToken(name.value());
    if (!token) {
      reading.invalid(
          name.at(), Shown.text(name.value()) + " cannot be the name of a header field");
    }
    return token;
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
