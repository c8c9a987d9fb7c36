// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import java.io.Serial;
import java.util.Objects;

/**
 * A change of a route was refused, and nothing was changed. Its text says why and names no route
 * key.
 */
public final class RouteRefusedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** Why a change is refused. */
  public enum Reason {
    /** The key leads to another cell now, and nobody said that this may be overridden. */
    LEADS_ELSEWHERE,
    /** The key is being moved; the move has to end first. */
    IN_A_MOVE,
    /** The key is in no move. */
    IN_NO_MOVE,
    /** The key is an alias; what it leads to can be moved, it cannot. */
    IS_AN_ALIAS,
    /** The key leads to no cell. */
    LEADS_NOWHERE,
    /** The key is in that cell already. */
    IS_THERE_ALREADY,
    /** Aliases would lead in a circle. */
    ALIAS_CIRCLE,
    /** Too many aliases would lead from one to the next. */
    ALIASES_TOO_DEEP,
    /** The move has flipped; it can only be moved back. */
    HAS_FLIPPED,
    /** The version would be beyond the largest there is. */
    VERSIONS_USED_UP
  }

  private final Reason reason;

  RouteRefusedException(Reason reason, String message) {
    super(message);
    this.reason = Objects.requireNonNull(reason, "reason");
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }
}
