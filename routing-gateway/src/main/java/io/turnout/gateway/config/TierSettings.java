// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.OnMiss;
import io.turnout.Tier;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Where a gateway stands between clients and cells.
 *
 * @param tier the tier
 * @param onMiss what it does where it does not hold a key
 * @param authorityTier where an edge hands requests on; empty for the other tiers
 * @param keysAbsent the names of tokens whose keys it does not hold
 */
public record TierSettings(
    Tier tier,
    OnMiss onMiss,
    Optional<AuthorityTierSettings> authorityTier,
    Set<String> keysAbsent) {

  /** The only router there is. */
  public static final TierSettings STANDALONE = alone(Tier.STANDALONE);

  /** Owns the source of truth, behind edges. */
  public static final TierSettings AUTHORITY = alone(Tier.AUTHORITY);

  /**
   * Checks and copies the parts.
   *
   * @throws IllegalArgumentException if they contradict each other
   */
  public TierSettings {
    Objects.requireNonNull(tier, "tier");
    Objects.requireNonNull(onMiss, "onMiss");
    keysAbsent = Set.copyOf(keysAbsent);
    if (tier.canHandOn() != authorityTier.isPresent()) {
      throw new IllegalArgumentException(
          "an edge, and no other tier, has an authority tier behind it");
    }
    if (!tier.canHandOn() && (onMiss == OnMiss.HAND_ON || !keysAbsent.isEmpty())) {
      throw new IllegalArgumentException(
          "the tier " + tier + " cannot hand on, so it looks keys up and holds all keys of tokens");
    }
  }

  private static TierSettings alone(Tier tier) {
    return new TierSettings(tier, OnMiss.LOOK_UP, Optional.empty(), Set.of());
  }

  /** An edge that hands on what it does not hold, to origins that say at the default whether. */
  public static TierSettings edge(List<Origin> authorityTier) {
    return new TierSettings(
        Tier.EDGE,
        OnMiss.HAND_ON,
        Optional.of(new AuthorityTierSettings(authorityTier, OriginHealth.DEFAULT)),
        Set.of());
  }
}
