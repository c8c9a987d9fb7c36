// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.RoutingAttempt;
import io.turnout.request.RequestHead;

/** Begins to decide a request. Thread-safe. */
@FunctionalInterface
interface Router {

  /** Begins with a request's head, which stays readable until the decision is made. */
  RoutingAttempt begin(RequestHead head);
}
