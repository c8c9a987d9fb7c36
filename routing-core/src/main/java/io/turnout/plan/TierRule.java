// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.request.Request;
import io.turnout.request.RequestObserver;
import org.jspecify.annotations.Nullable;

/** A rule made ready for one tier. */
final class TierRule {

  private final PlannedRule rule;
  private final boolean looksAtPath;
  private final boolean doable;
  private final Judgement.@Nullable Act fixed;
  private final TierSource[] sources;
  private final Judgement.Act malformed;

  private TierRule(
      PlannedRule rule,
      boolean doable,
      Judgement.@Nullable Act fixed,
      TierSource[] sources,
      Judgement.Act malformed) {
    this.rule = rule;
    this.looksAtPath = rule.indexed().looksAtPath();
    this.doable = doable;
    this.fixed = fixed;
    this.sources = sources;
    this.malformed = malformed;
  }

  static TierRule deciding(PlannedRule rule, Judgement.Act act, Judgement.Act malformed) {
    return new TierRule(rule, true, act, new TierSource[0], malformed);
  }

  static TierRule searching(PlannedRule rule, TierSource[] sources, Judgement.Act malformed) {
    return new TierRule(rule, true, null, sources, malformed);
  }

  /** A rule whose action the tier cannot do, so that it never applies. */
  static TierRule idle(PlannedRule rule, Judgement.Act malformed) {
    return new TierRule(rule, false, null, new TierSource[0], malformed);
  }

  /** Tells the observer of the request, if there is one, that this rule came up. */
  void comesUp(Request request) {
    RequestObserver observer = request.observer();
    if (observer != null) {
      observer.onRule(rule.name());
    }
  }

  boolean applies(Request request) {
    return doable && rule.applies(request);
  }

  /** Whether it looks at the path, so that a malformed one ends the search here. */
  boolean looksAtPath() {
    return looksAtPath;
  }

  /** What the rule says whenever it applies; null if it looks for a key. */
  Judgement.@Nullable Act fixed() {
    return fixed;
  }

  TierSource[] sources() {
    return sources;
  }

  /** What becomes of a malformed request that ends at this rule. */
  Judgement.Act malformed() {
    return malformed;
  }
}
