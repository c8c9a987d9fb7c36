// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.util.Objects;
import java.util.Optional;

/**
 * Where a gateway answers look-ups of other routers, and whom.
 *
 * @param address where to listen for them
 * @param token what they have to send; empty: only those on this machine are answered, by its
 *     loopback addresses
 */
public record LookupSettings(Address address, Optional<SharedToken> token) {

  /** Checks that both are there. */
  public LookupSettings {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(token, "token");
  }
}
