// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.Timeouts;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Optional;

/**
 * What the exchanges of one event loop share.
 *
 * @param vertx the engine
 * @param context the event loop on which everything here happens
 * @param router where requests are decided
 * @param cells where they go
 * @param authority where they are handed on; empty if there is no such tier behind this one
 * @param config what they keep to
 * @param listener who hears that they are over
 */
record Service(
    Vertx vertx,
    Context context,
    Router router,
    Cells cells,
    Optional<AuthorityTier> authority,
    GatewayConfig config,
    ExchangeListener listener) {

  /** How long they wait. */
  Timeouts timeouts() {
    return config.timeouts();
  }

  /** Whether what a proven router says of a request goes on to its cell. */
  boolean tellsCells() {
    return config.tellsCells();
  }
}
