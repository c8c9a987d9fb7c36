// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.client.Edge.Role;
import io.turnout.client.EdgeProof.Worth;
import io.turnout.request.Request;
import io.turnout.request.RequestObserver;
import io.turnout.spi.RouteClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says who is asking, by the request as it came. Thread-safe; what it says is a function of the
 * edges, the tags, the request and the time alone. Where there are neither edges nor tags it looks
 * at nothing.
 */
public final class ClientIdentifier {

  /** The most tags that a rule file may have, those of edges aside. */
  public static final int MAX_TAGS = Long.SIZE;

  /** Without edges and tags: nothing is ever known. */
  public static final ClientIdentifier NOBODY = new ClientIdentifier(List.of(), List.of());

  private final List<Edge> edges;
  private final List<TagRule> tags;
  private final DirectClients direct;

  private ClientIdentifier(List<Edge> edges, List<TagRule> tags) {
    this.edges = List.copyOf(edges);
    this.tags = List.copyOf(tags);
    direct = new DirectClients(tags.stream().map(TagRule::name).toList());
  }

  /**
   * By these edges, in the order of the rule file, and these tags.
   *
   * @throws IllegalArgumentException if there are more than {@value #MAX_TAGS} tags
   */
  public static ClientIdentifier of(List<Edge> edges, List<TagRule> tags) {
    if (tags.size() > MAX_TAGS) {
      throw new IllegalArgumentException(tags.size() + " tags must be at most " + MAX_TAGS);
    }
    return edges.isEmpty() && tags.isEmpty() ? NOBODY : new ClientIdentifier(edges, tags);
  }

  /** The edges in the order of the rule file. */
  public List<Edge> edges() {
    return edges;
  }

  /** The tags in the order of the rule file, those of edges aside. */
  public List<TagRule> tags() {
    return tags;
  }

  /** Whether one of the edges is a router. */
  public boolean hasRouter() {
    return edges.stream().anyMatch(edge -> edge.role() == Role.ROUTER);
  }

  /**
   * Who sends the request; {@link Client#DIRECT} if it proves nothing and has no tag.
   *
   * @param request the request as it came, without tags
   * @param clock what the times of signatures are held against
   */
  public Client identify(Request request, RouteClock clock) {
    Map<Edge, Worth> proven = edges.isEmpty() ? Map.of() : proven(request, clock);
    if (proven.isEmpty()) {
      return tags.isEmpty() ? Client.DIRECT : direct.of(tags(request, peer(request)));
    }
    Optional<InetAddress> named =
        proven.keySet().stream()
            .flatMap(edge -> edge.clientIp().stream())
            .findFirst()
            .flatMap(place -> place.address(request.head()));
    InetAddress address = named.isPresent() ? named.get() : peer(request);
    Set<String> names = direct.named(tags(request, address));
    proven.keySet().forEach(edge -> names.add(edge.tag()));
    return new Client(
        named,
        proven.keySet().stream().map(Edge::name).toList(),
        proven.keySet().stream()
            .filter(edge -> edge.role() == Role.ROUTER && proven.get(edge) == Worth.ALL)
            .map(Edge::name)
            .findFirst(),
        names,
        0,
        Optional.empty());
  }

  /** What each edge that is proven is worth, in the order of the rule file. */
  private Map<Edge, Worth> proven(Request request, RouteClock clock) {
    Map<Edge, Worth> proven = Map.of();
    Evidence evidence = new Evidence(request.head(), clock);
    for (int i = 0; i < edges.size(); i++) {
      Worth worth = edges.get(i).proof().of(evidence);
      if (request.observer() != null && worth != Worth.ALL) {
        tellDoubts(edges.get(i), evidence, request.observer());
      }
      if (worth != Worth.NONE) {
        proven = proven.isEmpty() ? new LinkedHashMap<>() : proven;
        proven.put(edges.get(i), worth);
      }
    }
    return proven;
  }

  private static void tellDoubts(Edge edge, Evidence evidence, RequestObserver observer) {
    if (edge.proof() instanceof EdgeProof.Signed signed) {
      signed.signature().doubts(evidence).forEach(why -> observer.onDoubt(edge.name(), why));
    }
  }

  /** The tags of a request of a client with this address, as bits in the order of the rules. */
  private long tags(Request request, @Nullable InetAddress client) {
    AddressRange one = client == null ? null : AddressRange.of(client);
    long on = 0;
    for (int i = 0; i < tags.size(); i++) {
      if (tags.get(i).isOn(request, one)) {
        on |= 1L << i;
      }
    }
    return on;
  }

  private static @Nullable InetAddress peer(Request request) {
    InetSocketAddress peer = request.head().remoteAddress();
    return peer == null ? null : peer.getAddress();
  }
}
