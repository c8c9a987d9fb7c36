// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

/**
 * Hears of every request that is over. Called on the thread that serves it: it must be quick and
 * thread-safe. What it throws is logged and changes nothing.
 */
@FunctionalInterface
public interface ExchangeListener {

  /** A request is over. */
  void onExchange(ExchangeRecord exchange);
}
