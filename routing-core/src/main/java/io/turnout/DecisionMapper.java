// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.client.Client;
import io.turnout.decision.Grounds;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import io.turnout.decision.RouteDecision.Basis;
import io.turnout.plan.Action;
import io.turnout.plan.Judgement;
import io.turnout.plan.TierPlan;
import io.turnout.resolve.Resolution;
import java.util.Set;

/** Turns what the stages found into a decision; the one place where results become reasons. */
final class DecisionMapper {

  /** Loop Detected (RFC 5842). */
  private static final int LOOP_STATUS = 508;

  private DecisionMapper() {}

  /** The rules decided. */
  static RouteDecision acted(Judgement.Act act, long bodyRead, Client client) {
    return decide(act.action(), new Basis(null, null, bodyRead, client), act.grounds());
  }

  /** The request has passed too many routers. */
  static RouteDecision loop(TierPlan plan, Client client) {
    return RouteDecision.reject(LOOP_STATUS, new Basis(null, null, 0, client), plan.loop());
  }

  /** A key was found, and the resolver said what it knows; a miss is handed on. */
  static RouteDecision resolved(
      TierPlan plan, Judgement.Key found, Resolution resolution, long bodyRead, Client client) {
    Basis basis = new Basis(found.key(), resolution, bodyRead, client);
    Grounds grounds = found.keyGrounds().found();
    return switch (resolution.kind()) {
      case FRESH, STALE, EXPIRED -> toCell(plan, resolution, basis, grounds);
      case UNKNOWN -> {
        Judgement.Act unknown = found.keyGrounds().unknownKey();
        yield decide(unknown.action(), basis, unknown.grounds());
      }
      case UNAVAILABLE -> unavailable(plan, basis, grounds);
      case MISS -> handedOn(found, resolution, bodyRead, client);
    };
  }

  /** A key was found that is not held, and the request goes to the authority tier. */
  private static RouteDecision handedOn(
      Judgement.Key found, Resolution miss, long bodyRead, Client client) {
    Reason why = miss == Resolution.Miss.EXPIRED ? Reason.EXPIRED : Reason.MISS;
    return RouteDecision.toAuthority(
        new Basis(found.key(), null, bodyRead, client), found.keyGrounds().found().because(why));
  }

  /** A key was found, and the resolver broke down over it. */
  static RouteDecision unresolved(
      TierPlan plan, Judgement.Key found, long bodyRead, Client client) {
    return unavailable(
        plan, new Basis(found.key(), null, bodyRead, client), found.keyGrounds().found());
  }

  private static RouteDecision toCell(
      TierPlan plan, Resolution resolution, Basis basis, Grounds grounds) {
    String cell = resolution.cell().orElseThrow();
    Set<String> cells = plan.plan().cells();
    return cells.isEmpty() || cells.contains(cell)
        ? RouteDecision.toCell(cell, basis, grounds)
        : unavailable(plan, basis, grounds);
  }

  private static RouteDecision unavailable(TierPlan plan, Basis basis, Grounds grounds) {
    return decide(plan.outcome(Reason.UNAVAILABLE), basis, grounds.because(Reason.UNAVAILABLE));
  }

  private static RouteDecision decide(Action action, Basis basis, Grounds grounds) {
    if (action instanceof Action.ToCell to) {
      return RouteDecision.toCell(to.cell(), basis, grounds);
    }
    if (action instanceof Action.Reject reject) {
      return RouteDecision.reject(reject.status(), basis, grounds);
    }
    return RouteDecision.toAuthority(basis, grounds);
  }
}
