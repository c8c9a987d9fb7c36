// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Several listeners as one; none hinders another. */
final class Listeners {

  private static final Logger logger = LoggerFactory.getLogger(Listeners.class);

  private Listeners() {}

  static ExchangeListener all(List<ExchangeListener> listeners) {
    List<ExchangeListener> all = List.copyOf(listeners);
    return exchange -> {
      for (ExchangeListener listener : all) {
        try {
          listener.onExchange(exchange);
        } catch (RuntimeException e) {
          logger.warn("exchange listener {} failed", listener.getClass().getName(), e);
        }
      }
    };
  }
}
