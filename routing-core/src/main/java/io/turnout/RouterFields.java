// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.HandedKey;
import io.turnout.protocol.HeaderField;
import io.turnout.protocol.TurnoutHeaders;
import io.turnout.request.RequestHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a router says with a request that it hands on. */
final class RouterFields {

  private RouterFields() {}

  static List<HeaderField> handedOn(RequestHead head, RouteDecision decision) {
    List<HeaderField> fields = new ArrayList<>(4);
    key(decision).ifPresent(value -> fields.add(new HeaderField(TurnoutHeaders.KEY, value)));
    decision
        .detail()
        .map(detail -> detail.text())
        .or(() -> decision.reason().map(Reason::text))
        .ifPresent(
            why ->
                fields.add(
                    new HeaderField(TurnoutHeaders.REASON, TurnoutHeaders.writeReason(why))));
    InetAddress address = decision.client().address().orElseGet(() -> peer(head));
    if (address != null) {
      fields.add(new HeaderField(TurnoutHeaders.CLIENT, TurnoutHeaders.writeClient(address)));
    }
    int hops = decision.client().hops() + 1;
    fields.add(new HeaderField(TurnoutHeaders.HOPS, TurnoutHeaders.writeHops(hops)));
    return fields;
  }

  private static Optional<String> key(RouteDecision decision) {
    if (decision.key().isEmpty() || decision.rule().isEmpty()) {
      return Optional.empty();
    }
    Optional<String> rules = Optional.of(decision.rulesVersion());
    String rule = decision.rule().get();
    return rule.length() > HandedKey.MAX_TEXT
        ? Optional.empty()
        : TurnoutHeaders.writeKey(new HandedKey(decision.key().get(), rule, rules));
  }

  private static @Nullable InetAddress peer(RequestHead head) {
    InetSocketAddress remote = head.remoteAddress();
    return remote == null ? null : remote.getAddress();
  }
}
