// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.store.StoredRoute;

/** A record that is about to be written, and the version that will be given out for its key. */
record PlannedRoute(StoredRoute route, long version, RouteWrite.Kind kind, PendingWrite write) {}
