// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.endpoints;

/**
 * How the endpoints of a cell are doing, in numbers.
 *
 * @param healthy how many are well as far as is known, and not ejected
 * @param unhealthy how many say that they are not well, or say nothing
 * @param ejected how many others get nothing for a while because they failed requests
 * @param draining how many were removed and still have requests
 * @param inFlight how many requests all of them have
 */
public record EndpointCounts(int healthy, int unhealthy, int ejected, int draining, long inFlight) {

  /** As an object of JSON. */
  public String json() {
    return "{\"healthy\":"
        + healthy
        + ",\"unhealthy\":"
        + unhealthy
        + ",\"ejected\":"
        + ejected
        + ",\"draining\":"
        + draining
        + ",\"in-flight\":"
        + inFlight
        + "}";
  }
}
