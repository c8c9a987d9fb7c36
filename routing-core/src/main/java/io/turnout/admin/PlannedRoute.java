// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.store.StoredRoute;
import java.util.List;
import java.util.Optional;

/**
 * A record as it will be, and the version that will be given out for its key.
 *
 * @param write what makes it so; empty if it is so already
 */
record PlannedRoute(
    StoredRoute route, long version, RouteWrite.Kind kind, Optional<PendingWrite> write) {

  RouteWrite done(List<String> notices) {
    return new RouteWrite(route, version, kind, notices);
  }
}
