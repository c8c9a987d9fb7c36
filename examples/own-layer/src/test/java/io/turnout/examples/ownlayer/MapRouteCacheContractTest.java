// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.ownlayer;

import io.turnout.conformance.contract.RouteCacheContract;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteClock;

class MapRouteCacheContractTest extends RouteCacheContract {

  @Override
  protected RouteCache create(RouteClock clock) {
    return new MapRouteCache(clock, 1_000);
  }
}
