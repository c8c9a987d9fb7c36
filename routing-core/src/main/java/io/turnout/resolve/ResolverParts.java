// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteScheduler;

/**
 * What a resolver is put together from.
 *
 * @param near the layer in the process
 * @param judge says what may be used
 * @param invalidations what may not
 * @param gate the way to the authority
 * @param lives gives answers their lives
 * @param backoff how long refreshes wait after failures
 * @param clock the time
 * @param listener hears everything, and cannot do harm
 */
record ResolverParts(
    NearCache near,
    Judge judge,
    Invalidations invalidations,
    AuthorityGate gate,
    Lives lives,
    Backoff backoff,
    RouteClock clock,
    ResolverListener listener) {

  static ResolverParts of(
      ResolverOptions options,
      RouteClock clock,
      RouteScheduler scheduler,
      ResolverListener listener) {
    Invalidations invalidations = new Invalidations();
    return new ResolverParts(
        new NearCache(options.nearCache(), scheduler, listener),
        new Judge(clock, invalidations),
        invalidations,
        new AuthorityGate(options, clock, scheduler, listener),
        new Lives(options),
        new Backoff(options.random()),
        clock,
        listener);
  }
}
