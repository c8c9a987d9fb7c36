// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.store.StoredRoute;
import java.util.List;
import java.util.Objects;

/**
 * What came of a change of a route.
 *
 * @param route the record as it is now
 * @param version the version that is given out for the key now
 * @param kind whether something was written
 * @param notices what did not work beside the change itself, one sentence each without route keys:
 *     an entry of the audit trail that could not be closed, an invalidation that was not published
 */
public record RouteWrite(StoredRoute route, long version, Kind kind, List<String> notices) {

  /** Whether something was written. */
  public enum Kind {
    /** The key had no record before. */
    ADDED,
    /** The record was changed. */
    CHANGED,
    /** The record was as it was wanted, and nothing was written. */
    SAME
  }

  /** Copies the notices. */
  public RouteWrite {
    Objects.requireNonNull(route, "route");
    Objects.requireNonNull(kind, "kind");
    notices = List.copyOf(notices);
  }
}
