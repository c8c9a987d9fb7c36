// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.util.Objects;

/**
 * Where to listen.
 *
 * @param host the host name or address of the interface
 * @param port the port, 0 to 65535; 0 takes any free one
 */
public record Address(String host, int port) {

  /**
   * Checks both parts.
   *
   * @throws IllegalArgumentException if the host is empty or the port out of range
   */
  public Address {
    Objects.requireNonNull(host, "host");
    if (host.isEmpty()) {
      throw new IllegalArgumentException("the host to listen on must not be empty");
    }
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + " must lie in 0 to 65535");
    }
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + port;
  }
}
