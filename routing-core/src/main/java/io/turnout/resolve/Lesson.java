// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.protocol.RouteAnnouncement;
import java.util.Objects;

/**
 * What may be learnt from the answer to a request that was handed to the authority tier. Made when
 * the request is sent, since lives count from then. Thread-safe.
 */
public final class Lesson {

  private final SingleFlight flights;
  private final Sent sent;

  Lesson(SingleFlight flights) {
    this.flights = flights;
    this.sent = new Sent(Instants.now(flights.parts().clock()), flights.nextOrder());
  }

  /**
   * Takes over what the authority says of a key, also into the layers. It is refused, and only the
   * resolver's listener hears of it, if a higher version is held, or if its version was removed
   * after the request was sent.
   */
  public void learn(RouteAnnouncement route) {
    Objects.requireNonNull(route, "route");
    flights.learn(route, sent);
  }
}
