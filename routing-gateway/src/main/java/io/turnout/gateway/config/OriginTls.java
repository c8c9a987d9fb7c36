// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * How an origin is spoken to over TLS. Its certificate has to be that of its host, or of the name
 * given here. All files are read at the start, and again when they change.
 *
 * @param trust a PEM file with the authorities that are trusted; empty: those of the system
 * @param identity what the gateway proves itself with; empty: nothing
 * @param serverName the host that the certificate has to be of, and that the origin is told it is
 *     spoken to as; empty: the origin's own host
 */
public record OriginTls(
    Optional<Path> trust, Optional<TlsIdentity> identity, Optional<String> serverName) {

  /** Trusts the authorities of the system, and proves nothing. */
  public static final OriginTls OF_SYSTEM =
      new OriginTls(Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if the server name is empty
   */
  public OriginTls {
    Objects.requireNonNull(trust, "trust");
    Objects.requireNonNull(identity, "identity");
    if (serverName.filter(String::isEmpty).isPresent()) {
      throw new IllegalArgumentException("the server name must not be empty");
    }
  }

  /** Trusts the authorities in a file, and proves nothing. */
  public static OriginTls trusting(Path authorities) {
    return new OriginTls(Optional.of(authorities), Optional.empty(), Optional.empty());
  }

  /** The same, but the gateway proves itself. */
  public OriginTls proving(TlsIdentity own) {
    return new OriginTls(trust, Optional.of(own), serverName);
  }
}
