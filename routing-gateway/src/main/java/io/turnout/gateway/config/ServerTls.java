// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * How a port speaks TLS 1.2 and 1.3. All files are read at the start, and again when they change.
 *
 * @param identity what the port proves itself with
 * @param clientCa a PEM file with the authorities whose certificates clients may show; there if
 *     clients are asked for one
 * @param clientAuthentication whether clients are asked for a certificate
 */
public record ServerTls(
    TlsIdentity identity, Optional<Path> clientCa, ClientAuthentication clientAuthentication) {

  /** Whether clients are asked for a certificate. */
  public enum ClientAuthentication {
    /** They are not. */
    NONE("none"),
    /** They are, and may do without; one that cannot be verified ends the connection. */
    REQUEST("request"),
    /** They are, and without one that can be verified there is no connection. */
    REQUIRE("require");

    private final String text;

    ClientAuthentication(String text) {
      this.text = text;
    }

    /** The spelling of the configuration file. */
    public String text() {
      return text;
    }
  }

  /**
   * Checks that the parts belong together.
   *
   * @throws IllegalArgumentException if clients are asked and there is no authority, or there is
   *     one and they are not asked
   */
  public ServerTls {
    Objects.requireNonNull(identity, "identity");
    Objects.requireNonNull(clientAuthentication, "clientAuthentication");
    if (clientCa.isPresent() == (clientAuthentication == ClientAuthentication.NONE)) {
      throw new IllegalArgumentException(
          "clientAuthentication "
              + clientAuthentication
              + (clientCa.isPresent() ? " excludes" : " needs")
              + " a clientCa");
    }
  }

  /** TLS that asks clients for nothing. */
  public static ServerTls of(Path certificate, Path key) {
    return new ServerTls(
        new TlsIdentity(certificate, key), Optional.empty(), ClientAuthentication.NONE);
  }

  /** The same, but clients have to show a certificate of one of the authorities in a file. */
  public ServerTls requiring(Path authorities) {
    return new ServerTls(identity, Optional.of(authorities), ClientAuthentication.REQUIRE);
  }
}
