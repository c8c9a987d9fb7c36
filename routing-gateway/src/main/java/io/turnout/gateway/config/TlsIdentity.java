// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.nio.file.Path;
import java.util.Objects;

/**
 * What one side of a TLS connection proves itself with.
 *
 * @param certificate a PEM file with the certificate, and after it those that lead from it to an
 *     authority
 * @param key a PEM file with the certificate's private key, not encrypted
 */
public record TlsIdentity(Path certificate, Path key) {

  /** Checks that both are there. */
  public TlsIdentity {
    Objects.requireNonNull(certificate, "certificate");
    Objects.requireNonNull(key, "key");
  }
}
