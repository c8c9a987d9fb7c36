// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.client.Edge.Role;
import io.turnout.request.RequestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Says who is asking, by the head as it came. Immutable; what it says is a function of the edges
 * and the head alone. Where there are no edges it looks at nothing.
 */
public final class ClientIdentifier {

  /** Without edges: nothing is ever proven. */
  public static final ClientIdentifier NOBODY = new ClientIdentifier(List.of());

  private final List<Edge> edges;

  private ClientIdentifier(List<Edge> edges) {
    this.edges = List.copyOf(edges);
  }

  /** By these edges, in the order of the rule file. */
  public static ClientIdentifier of(List<Edge> edges) {
    return edges.isEmpty() ? NOBODY : new ClientIdentifier(edges);
  }

  /** The edges in the order of the rule file. */
  public List<Edge> edges() {
    return edges;
  }

  /** Whether one of the edges is a router. */
  public boolean hasRouter() {
    return edges.stream().anyMatch(edge -> edge.role() == Role.ROUTER);
  }

  /** Who sends the request; {@link Client#DIRECT} if it proves nothing. */
  public Client identify(RequestHead head) {
    List<Edge> proven = List.of();
    for (int i = 0; i < edges.size(); i++) {
      if (edges.get(i).proof().isGiven(head)) {
        proven = proven.isEmpty() ? new ArrayList<>(2) : proven;
        proven.add(edges.get(i));
      }
    }
    return proven.isEmpty() ? Client.DIRECT : through(proven);
  }

  private static Client through(List<Edge> proven) {
    Set<String> tags = new TreeSet<>();
    proven.forEach(edge -> tags.add(edge.tag()));
    return new Client(
        Optional.empty(),
        proven.stream().map(Edge::name).toList(),
        proven.stream().filter(edge -> edge.role() == Role.ROUTER).map(Edge::name).findFirst(),
        tags,
        0,
        Map.of());
  }
}
