// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.client.Client;
import io.turnout.client.EdgeSigner;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import io.turnout.extract.UnreadableCause;
import io.turnout.protocol.HandedClient;
import io.turnout.protocol.HandedKey;
import io.turnout.protocol.HeaderField;
import io.turnout.protocol.TurnoutHeaders;
import io.turnout.request.RequestHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a router says with a request that it hands on. */
final class RouterFields {

  private RouterFields() {}

  static List<HeaderField> handedOn(
      RequestHead head, RouteDecision decision, Optional<EdgeSigner> signer) {
    List<HeaderField> fields = new ArrayList<>(4);
    key(decision).ifPresent(value -> fields.add(new HeaderField(TurnoutHeaders.KEY, value)));
    decision
        .detail()
        .map(UnreadableCause::text)
        .or(() -> decision.reason().map(Reason::text))
        .map(TurnoutHeaders::writeReason)
        .ifPresent(value -> fields.add(new HeaderField(TurnoutHeaders.REASON, value)));
    client(head, decision)
        .map(TurnoutHeaders::writeClient)
        .ifPresent(value -> fields.add(new HeaderField(TurnoutHeaders.CLIENT, value)));
    String hops = TurnoutHeaders.writeHops(decision.client().hops() + 1);
    fields.add(new HeaderField(TurnoutHeaders.HOPS, hops));
    signer
        .flatMap(what -> what.signBeside(new HandedOnHead(head, fields)))
        .ifPresent(
            signed -> {
              fields.add(new HeaderField("Signature-Input", signed.input()));
              fields.add(new HeaderField("Signature", signed.signature()));
            });
    return fields;
  }

  private static Optional<String> key(RouteDecision decision) {
    if (decision.key().isEmpty() || decision.rule().isEmpty()) {
      return Optional.empty();
    }
    String rule = decision.rule().get();
    return rule.length() > HandedKey.MAX_TEXT
        ? Optional.empty()
        : TurnoutHeaders.writeKey(
            new HandedKey(decision.key().get(), rule, Optional.of(decision.rulesVersion())));
  }

  /** Who the client is; empty where not even the peer of the connection has an address. */
  private static Optional<HandedClient> client(RequestHead head, RouteDecision decision) {
    Client client = decision.client();
    Map<String, String> stages = new LinkedHashMap<>();
    decision.stages().forEach(choice -> stages.put(choice.split(), choice.stage()));
    return client
        .address()
        .or(() -> peer(head))
        .map(address -> new HandedClient(address, client.tags(), stages));
  }

  private static Optional<InetAddress> peer(RequestHead head) {
    return Optional.ofNullable(head.remoteAddress()).map(InetSocketAddress::getAddress);
  }
}
