// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.util.Objects;
import java.util.Optional;

/**
 * Where a gateway tells other proxies what it would do with a request, and whom. Whoever may ask is
 * believed what it says of the request.
 *
 * @param address where to listen for them
 * @param token what they have to send; empty: only those on this machine are answered, by its
 *     loopback addresses
 */
public record DecisionSettings(Address address, Optional<SharedToken> token) {

  /** Checks that both are there. */
  public DecisionSettings {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(token, "token");
  }
}
