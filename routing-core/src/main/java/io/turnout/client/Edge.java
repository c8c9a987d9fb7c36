// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import java.util.Objects;
import java.util.Optional;

/**
 * Who may speak for a client, if a request proves to come through it.
 *
 * @param name its name
 * @param role what it may say
 * @param proof how it proves itself
 * @param clientIp where it says whose requests it hands on; empty if it does not say
 */
public record Edge(String name, Role role, EdgeProof proof, Optional<ClientIp> clientIp) {

  /** What an edge may say. */
  public enum Role {
    /** Who the client is: a proxy or a content delivery network, which hands on anything else. */
    PROXY,
    /** All that a router says to the next one. */
    ROUTER
  }

  /** Checks that all parts are there. */
  public Edge {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(proof, "proof");
    Objects.requireNonNull(clientIp, "clientIp");
  }

  /** The tag that a request has which proves to come through it. */
  public String tag() {
    return "via-" + name;
  }
}
