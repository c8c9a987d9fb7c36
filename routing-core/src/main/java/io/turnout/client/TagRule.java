// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.request.Request;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * When a tag is on a request: if all that it asks for holds. Immutable.
 *
 * @param name its name
 * @param addresses those that the client must have one of; empty: any, or none at all
 * @param other what else the request must pass; tags that want the same must have equal ones
 */
public record TagRule(String name, Optional<AddressSet> addresses, Predicate<Request> other) {

  /** Checks that all parts are there. */
  public TagRule {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(addresses, "addresses");
    Objects.requireNonNull(other, "other");
  }

  /** Whether it is on a request of a client with this address; null if it has none. */
  boolean isOn(Request request, @Nullable AddressRange client) {
    return (addresses.isEmpty() || client != null && addresses.get().holds(client))
        && other.test(request);
  }
}
