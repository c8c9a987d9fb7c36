// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.decision.RouteDecision;
import io.turnout.request.RequestHead;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who hear of decisions; what they throw changes nothing.
 *
 * <p>Of failures the first is logged, the second, the fourth and so on, so that a listener which
 * fails at every request does not fill the log. Their texts are left out: they might hold a key.
 * Thread-safe.
 */
final class DecisionListeners {

  private final List<DecisionListener> listeners;
  private final Logger logger;
  private final AtomicLong failures = new AtomicLong();

  DecisionListeners(List<DecisionListener> listeners) {
    this(listeners, LoggerFactory.getLogger(CellRouter.class));
  }

  DecisionListeners(List<DecisionListener> listeners, Logger logger) {
    this.listeners = List.copyOf(listeners);
    this.logger = logger;
  }

  void tell(RequestHead head, RouteDecision decision) {
    for (int i = 0; i < listeners.size(); i++) {
      DecisionListener listener = listeners.get(i);
      try {
        listener.onDecision(head, decision);
      } catch (RuntimeException | Error thrown) {
        failed(listener, thrown);
      }
    }
  }

  private void failed(DecisionListener listener, Throwable thrown) {
    if (thrown instanceof VirtualMachineError fatal) {
      throw fatal;
    }
    long count = failures.incrementAndGet();
    if (Long.bitCount(count) == 1) {
      logger.warn(
          "decision listener {} failed with {}; failures of listeners so far: {}",
          listener.getClass().getName(),
          thrown.getClass().getName(),
          count);
    }
  }
}
