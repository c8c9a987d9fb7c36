// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.client.EdgeSigner;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The authority tier, to which an edge hands on what it cannot decide.
 *
 * @param origins where its routers are reached, 1 to {@value #MOST_ORIGINS}, each once; they take
 *     turns
 * @param health how it is found out which of them can be used
 * @param signer what signs the requests that are handed on; empty: nothing
 */
public record AuthorityTierSettings(
    List<Origin> origins, OriginHealth health, Optional<EdgeSigner> signer) {

  /** The most origins. */
  public static final int MOST_ORIGINS = 64;

  /** A tier that nothing is signed for. */
  public AuthorityTierSettings(List<Origin> origins, OriginHealth health) {
    this(origins, health, Optional.empty());
  }

  /**
   * Checks and copies the parts.
   *
   * @throws IllegalArgumentException if there is no origin, there are too many, or one is there
   *     twice
   */
  public AuthorityTierSettings {
    origins = List.copyOf(origins);
    Objects.requireNonNull(health, "health");
    Objects.requireNonNull(signer, "signer");
    if (origins.isEmpty() || origins.size() > MOST_ORIGINS) {
      throw new IllegalArgumentException(
          "origins " + origins.size() + " must lie in 1 to " + MOST_ORIGINS);
    }
    if (new HashSet<>(origins).size() < origins.size()) {
      throw new IllegalArgumentException("each origin of the authority tier must be there once");
    }
  }
}
