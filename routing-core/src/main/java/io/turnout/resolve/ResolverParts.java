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
 * @param layers what lies between the near cache and the authority
 * @param gate the way to the authority
 * @param lives gives answers their lives
 * @param backoff how long refreshes wait after failures
 * @param outside what it was given
 */
record ResolverParts(
    NearCache near,
    Judge judge,
    Invalidations invalidations,
    LayerChain layers,
    AuthorityGate gate,
    Lives lives,
    Backoff backoff,
    ResolverOutside outside) {

  static ResolverParts of(ResolverOptions options, ResolverOutside outside) {
    Invalidations invalidations = new Invalidations();
    Lives lives = new Lives(options);
    return new ResolverParts(
        new NearCache(options.nearBound(), outside.scheduler(), outside.listener()),
        new Judge(outside.clock(), invalidations, options.maxStale()),
        invalidations,
        new LayerChain(
            options.layers().stream()
                .map(layer -> new LayerGuard(layer, options.layerTimeout(), lives, outside))
                .toList(),
            outside.clock()),
        new AuthorityGate(options, outside),
        lives,
        new Backoff(options.random()),
        outside);
  }

  RouteClock clock() {
    return outside.clock();
  }

  RouteScheduler scheduler() {
    return outside.scheduler();
  }

  ResolverListener listener() {
    return outside.listener();
  }
}
