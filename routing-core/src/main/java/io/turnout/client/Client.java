// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import java.net.InetAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who is asking, as far as it is proven.
 *
 * @param address the client's address as a proven edge names it; empty where the peer of the
 *     connection counts
 * @param edges the names of the edges through which it proved to come, in the order of the rule
 *     file
 * @param routerEdge the first of them that is a router, and so may say more; empty if none is
 * @param tags the tags that are on the request, {@code via-NAME} of each proven edge among them, in
 *     alphabetical order
 * @param hops how many routers it has passed, as a proven router says; 0 or more
 * @param stages the stage that a proven router chose for each split that concerns the request, by
 *     the split's name, in the order in which it said so; empty where no router before this one
 *     chose, so that this one does
 */
public record Client(
    Optional<InetAddress> address,
    List<String> edges,
    Optional<String> routerEdge,
    Set<String> tags,
    int hops,
    Optional<Map<String, String>> stages) {

  /** A client of whom nothing is proven. */
  public static final Client DIRECT =
      new Client(Optional.empty(), List.of(), Optional.empty(), Set.of(), 0, Optional.empty());

  /**
   * Checks and copies the parts.
   *
   * @throws IllegalArgumentException if the hops are negative
   */
  public Client {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(routerEdge, "routerEdge");
    edges = List.copyOf(edges);
    tags = Collections.unmodifiableSet(new TreeSet<>(tags));
    stages = stages.map(told -> Collections.unmodifiableMap(new LinkedHashMap<>(told)));
    if (hops < 0) {
      throw new IllegalArgumentException("hops " + hops + " must be 0 or more");
    }
  }

  /** The same client with these tags in place of its own. */
  Client tagged(Set<String> names) {
    return new Client(address, edges, routerEdge, names, hops, stages);
  }

  /** The same client after so many routers. */
  public Client afterHops(int routers) {
    return new Client(address, edges, routerEdge, tags, routers, stages);
  }

  /** The same client as the router before this one knows it; what was found out here gives way. */
  public Client knownAs(InetAddress client, Set<String> named, Map<String, String> chosen) {
    return new Client(Optional.of(client), edges, routerEdge, named, hops, Optional.of(chosen));
  }
}
