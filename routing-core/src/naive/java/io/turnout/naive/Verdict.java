// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import io.turnout.decision.RouteDecision;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a decision says, in the words of the line protocol.
 *
 * @param outcome {@code cell}, {@code authority} or {@code reject}
 * @param status 0 without one
 */
public record Verdict(
    String outcome,
    int status,
    @Nullable String cell,
    @Nullable String key,
    @Nullable String rule,
    @Nullable String source,
    @Nullable String reason,
    @Nullable String detail,
    long bodyRead) {

  /** The verdict of the library. */
  public static Verdict of(RouteDecision decision) {
    return new Verdict(
        decision.outcome().name().toLowerCase(Locale.ROOT),
        decision.status().orElse(0),
        decision.cell().orElse(null),
        decision.key().map(key -> key.namespace() + ":" + key.value()).orElse(null),
        decision.rule().orElse(null),
        decision.source().orElse(null),
        decision.reason().map(reason -> reason.text()).orElse(null),
        decision.detail().map(detail -> detail.text()).orElse(null),
        decision.bodyRead());
  }
}
