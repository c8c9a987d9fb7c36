// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.util.Objects;
import java.util.Optional;

/**
 * Where a gateway answers look-ups of other routers, and whom.
 *
 * @param address where to listen for them
 * @param token what they have to send; empty: only those on this machine are answered, by its
 *     loopback addresses, or those who show a certificate where TLS requires one
 * @param tls how that port speaks TLS; empty: it does not
 */
public record LookupSettings(
    Address address, Optional<SharedToken> token, Optional<ServerTls> tls) {

  /** Checks that all are there. */
  public LookupSettings {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(tls, "tls");
  }

  /** Look-ups without TLS. */
  public LookupSettings(Address address, Optional<SharedToken> token) {
    this(address, token, Optional.empty());
  }
}
