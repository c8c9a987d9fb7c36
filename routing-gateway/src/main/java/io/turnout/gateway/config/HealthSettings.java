// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.util.Optional;

/**
 * Where a gateway says whether it is well.
 *
 * @param path the path that answers, with a leading slash
 * @param address where to listen for it; empty: it is answered where requests come in, and says
 *     nothing but whether the gateway serves
 */
public record HealthSettings(String path, Optional<Address> address) {

  /** The path where nothing is said. */
  public static final String DEFAULT_PATH = "/.well-known/turnout/health";

  /** On the port of the requests, at {@value #DEFAULT_PATH}. */
  public static final HealthSettings DEFAULT = new HealthSettings(DEFAULT_PATH, Optional.empty());

  /**
   * Checks the path.
   *
   * @throws IllegalArgumentException if it does not start with a slash
   */
  public HealthSettings {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("the path \"" + path + "\" must start with /");
    }
  }
}
