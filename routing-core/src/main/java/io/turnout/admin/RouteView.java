// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteDefaults;
import io.turnout.store.StoredRoute;
import java.util.Objects;
import java.util.Optional;

/**
 * What the source of truth holds of a key, read consistently, and what it answers.
 *
 * @param chain the key's record and those that it leads to
 * @param defaults the durations that count where a record sets none
 */
public record RouteView(RouteChain chain, RouteDefaults defaults) {

  /** Checks for nulls. */
  public RouteView {
    Objects.requireNonNull(chain, "chain");
    Objects.requireNonNull(defaults, "defaults");
  }

  /** The key's own record; empty if there never was one. */
  public Optional<StoredRoute> route() {
    return chain.links().stream().findFirst();
  }

  /** The version of the key's own record; 0 if it has none. */
  public long recordVersion() {
    return route().map(StoredRoute::version).orElse(0L);
  }

  /** What an authority answers about the key. */
  public AuthorityAnswer answer() {
    return chain.answer(defaults);
  }
}
