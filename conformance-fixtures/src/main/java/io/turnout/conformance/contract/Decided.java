// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.client.AddressText;
import io.turnout.decision.RouteDecision;
import java.util.List;

/**
 * What of a decision does not depend on what was decided before it: all but where its route was
 * read, and how fresh that was.
 *
 * @param text outcome, reason and the rest in the words of the protocol
 */
record Decided(String text) {

  static Decided of(RouteDecision decision) {
    List<String> parts =
        List.of(
            decision.outcome().text(),
            "cell " + decision.cell().orElse("-"),
            "status " + decision.status().orElse(0),
            "key " + decision.key().map(key -> key.text()).orElse("-"),
            "rule " + decision.rule().orElse("-"),
            "source " + decision.source().orElse("-"),
            "reason " + decision.reason().map(reason -> reason.text()).orElse("-"),
            "detail " + decision.detail().map(detail -> detail.text()).orElse("-"),
            "body-read " + decision.bodyRead(),
            "rules " + decision.rulesVersion(),
            "edges " + decision.client().edges(),
            "tags " + decision.client().tags(),
            "hops " + decision.client().hops(),
            "address " + decision.client().address().map(AddressText::of).orElse("-"),
            "stages " + decision.stages());
    return new Decided(String.join(", ", parts));
  }
}
