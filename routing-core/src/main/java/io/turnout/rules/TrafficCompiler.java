// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.client.AddressSet;
import io.turnout.client.ClientIdentifier;
import io.turnout.client.Edge;
import io.turnout.client.EdgeProof;
import io.turnout.client.EdgeSignature;
import io.turnout.client.TagRule;
import io.turnout.match.Conditions;
import io.turnout.request.HttpToken;
import io.turnout.request.Request;
import io.turnout.split.SessionCookie;
import io.turnout.split.Split;
import io.turnout.split.Splits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Makes of a rule file without mistakes what says who is asking, and which version answers. */
final class TrafficCompiler {

  private static final String USER_AGENT = "User-Agent";

  private TrafficCompiler() {}

  /** Lets every request pass, and equals its like. */
  private record Anything() implements Predicate<Request> {
    @Override
    public boolean test(Request request) {
      return true;
    }
  }

  /** What says who is asking. */
  static ClientIdentifier clients(RuleFile file) {
    return ClientIdentifier.of(
        file.edges().stream().map(TrafficCompiler::edge).toList(),
        file.tags().stream().map(TrafficCompiler::tag).toList());
  }

  private static Edge edge(RuleFile.WrittenEdge edge) {
    return new Edge(
        edge.name().orElseThrow().value(),
        edge.role(),
        proof(edge.proof().orElseThrow()),
        edge.clientIp().map(RuleFile.WrittenClientIp::place));
  }

  private static EdgeProof proof(RuleFile.Proof proof) {
    if (proof instanceof RuleFile.Addresses addresses) {
      return new EdgeProof.Addresses(set(addresses));
    }
    if (proof instanceof RuleFile.Signature signature) {
      Map<String, byte[]> secrets = new LinkedHashMap<>();
      signature.keys().forEach(key -> secrets.put(key.id().value(), key.secret().bytes()));
      return new EdgeProof.Signed(
          EdgeSignature.of(secrets, signature.covers().names(), signature.maxAge()));
    }
    return new EdgeProof.CertificateName(((RuleFile.CertificateName) proof).san());
  }

  private static AddressSet set(RuleFile.Addresses addresses) {
    return AddressSet.of(addresses.all().stream().map(Placed::value).toList());
  }

  private static TagRule tag(RuleFile.WrittenTag tag) {
    Predicate<Request> other =
        tag.userAgent().isPresent()
            ? Conditions.header(USER_AGENT, tag.userAgent().get().test())
            : new Anything();
    return new TagRule(tag.name().value(), tag.addresses().map(TrafficCompiler::set), other);
  }

  /** What says which version answers. */
  static Splits splits(RuleFile file) {
    return Splits.of(file.splits().stream().map(TrafficCompiler::split).toList());
  }

  private static Split split(RuleFile.WrittenSplit split) {
    String name = split.name().orElseThrow().value();
    RuleFile.WrittenIdentity identity = split.identity().orElseThrow();
    List<SessionCookie.Key> keys =
        identity.keys().stream()
            .map(key -> SessionCookie.Key.of(key.id().value(), key.secret().bytes()))
            .toList();
    return new Split(
        name,
        RuleCompiler.conditions(split.when()),
        new Split.Identity(
            identity.cookie(),
            identity.isSession() ? Optional.of(new SessionCookie(name, keys)) : Optional.empty()),
        split
            .pin()
            .map(
                pin ->
                    new Split.Pin(
                        HttpToken.lowerCase(pin.header().value()), pin.tag().map(Placed::value))),
        split.stages().stream().map(RuleFile.WrittenStage::stage).toList());
  }
}
