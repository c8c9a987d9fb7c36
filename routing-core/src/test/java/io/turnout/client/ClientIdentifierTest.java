// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.turnout.client.Edge.Role;
import io.turnout.client.EdgeProof.Worth;
import io.turnout.request.FromPeer;
import io.turnout.request.Request;
import io.turnout.request.RequestHead;
import io.turnout.request.TestHead;
import io.turnout.spi.RouteClock;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ClientIdentifierTest {

  private static final TestHead HEAD = TestHead.get("/");

  private static Edge edge(String name, Role role, String range) {
    AddressSet set = AddressSet.of(List.of(AddressRange.parse(range)));
    return new Edge(name, role, new EdgeProof.Addresses(set), Optional.empty());
  }

  private final ClientIdentifier identifier =
      ClientIdentifier.of(
          List.of(
              edge("cdn", Role.PROXY, "10.0.0.0/8"),
              edge("near", Role.ROUTER, "10.1.0.0/16"),
              edge("far", Role.ROUTER, "10.1.1.0/24"),
              new Edge(
                  "tls",
                  Role.ROUTER,
                  new EdgeProof.CertificateName("Edge.internal"),
                  Optional.empty())),
          List.of());

  private Client identified(RequestHead head) {
    return identifier.identify(Request.of(head), RouteClock.system());
  }

  private static Worth worth(EdgeProof proof, RequestHead head) {
    return proof.of(new Evidence(head, RouteClock.system()));
  }

  @Test
  void nothingProven_isTheDirectClient() {
    assertThat(identified(FromPeer.at("192.0.2.1", HEAD))).isSameAs(Client.DIRECT);
    assertThat(identified(HEAD)).isSameAs(Client.DIRECT);
    assertThat(identified(FromPeer.named(List.of("other"), HEAD))).isSameAs(Client.DIRECT);
  }

  @Test
  void withoutEdges_nothingIsLookedAt() {
    RequestHead unread =
        (RequestHead)
            java.lang.reflect.Proxy.newProxyInstance(
                RequestHead.class.getClassLoader(),
                new Class<?>[] {RequestHead.class},
                (proxy, method, arguments) -> {
                  throw new AssertionError(method + " was asked");
                });

    assertThat(ClientIdentifier.of(List.of(), List.of())).isSameAs(ClientIdentifier.NOBODY);
    assertThat(ClientIdentifier.NOBODY.identify(Request.of(unread), RouteClock.system()))
        .isSameAs(Client.DIRECT);
  }

  @Test
  void provenEdges_areNamedInFileOrderWithTheirTags() {
    Client client = identified(FromPeer.at("::ffff:10.1.1.9", HEAD));

    assertThat(client.edges()).containsExactly("cdn", "near", "far");
    assertThat(client.routerEdge()).hasValue("near");
    assertThat(client.tags()).containsExactly("via-cdn", "via-far", "via-near");
    assertThat(client.address()).isEmpty();
    assertThat(client.hops()).isZero();
    assertThat(identified(FromPeer.at("10.2.0.1", HEAD)).routerEdge()).isEmpty();
  }

  @Test
  void certificateNames_areComparedAsWhatTheyAre() {
    for (String name : List.of("Edge.internal", "edge.INTERNAL")) {
      assertThat(identified(FromPeer.named(List.of("a", name), HEAD)).edges())
          .containsExactly("tls");
    }
    for (String name : List.of("edge.internal.", "x.edge.internal", "*.internal", "")) {
      assertThat(identified(FromPeer.named(List.of(name), HEAD)).edges()).isEmpty();
    }
    EdgeProof uri = new EdgeProof.CertificateName("spiffe://prod/Edge");
    assertThat(worth(uri, FromPeer.named(List.of("spiffe://prod/Edge"), HEAD)))
        .isEqualTo(Worth.ALL);
    assertThat(worth(uri, FromPeer.named(List.of("spiffe://prod/edge"), HEAD)))
        .isEqualTo(Worth.NONE);
    assertThat(worth(new EdgeProof.CertificateName("*.x"), FromPeer.named(List.of("a.x"), HEAD)))
        .isEqualTo(Worth.NONE);
  }

  @Test
  void peerWithoutAnAddress_provesNone() {
    RequestHead unresolved =
        new FromPeer(HEAD, InetSocketAddress.createUnresolved("10.1.1.1", 1), List.of());

    assertThat(identified(unresolved)).isSameAs(Client.DIRECT);
  }

  private static TagRule tag(String name, String range, Predicate<Request> other) {
    AddressSet set = AddressSet.of(List.of(AddressRange.parse(range)));
    return new TagRule(name, Optional.of(set), other);
  }

  @Test
  void tags_areThoseOfTheAddressThatAProvenEdgeNames() {
    AddressSet cdn = AddressSet.of(List.of(AddressRange.parse("192.0.2.0/24")));
    ClientIdentifier tagging =
        ClientIdentifier.of(
            List.of(
                new Edge(
                    "cdn",
                    Role.PROXY,
                    new EdgeProof.Addresses(cdn),
                    Optional.of(new ClientIp("x-client", ClientIp.ALONE)))),
            List.of(
                tag("inside", "10.0.0.0/8", request -> true),
                tag("bot", "10.1.0.0/16", request -> request.method().equals("HEAD")),
                new TagRule("any", Optional.empty(), request -> true)));
    TestHead head = TestHead.get("/").with("X-Client", "10.1.2.3");

    Client through =
        tagging.identify(Request.of(FromPeer.at("192.0.2.1", head)), RouteClock.system());
    assertThat(through.address())
        .hasValueSatisfying(a -> assertThat(a.getHostAddress()).isEqualTo("10.1.2.3"));
    assertThat(through.tags()).containsExactly("any", "inside", "via-cdn");

    Client direct = tagging.identify(Request.of(FromPeer.at("8.8.8.8", head)), RouteClock.system());
    assertThat(direct.tags()).containsExactly("any");
    assertThat(direct.address()).isEmpty();
    assertThat(tagging.identify(Request.of(FromPeer.at("9.9.9.9", head)), RouteClock.system()))
        .isSameAs(direct);
    assertThat(tagging.identify(Request.of(head), RouteClock.system()).tags())
        .containsExactly("any");
  }

  @Test
  void hops_areNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Client.DIRECT.afterHops(-1))
        .withMessage("hops -1 must be 0 or more");
  }
}
