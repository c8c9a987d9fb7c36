// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Timeouts;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/**
 * What the exchanges of one event loop share.
 *
 * @param vertx the engine
 * @param context the event loop on which everything here happens
 * @param router where requests are decided
 * @param cells where they go
 * @param timeouts how long they wait
 * @param listener who hears that they are over
 */
record Service(
    Vertx vertx,
    Context context,
    Router router,
    Cells cells,
    Timeouts timeouts,
    ExchangeListener listener) {}
