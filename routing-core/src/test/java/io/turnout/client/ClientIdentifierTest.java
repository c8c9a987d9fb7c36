// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.turnout.client.Edge.Role;
import io.turnout.request.FromPeer;
import io.turnout.request.RequestHead;
import io.turnout.request.TestHead;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientIdentifierTest {

  private static final TestHead HEAD = TestHead.get("/");

  private static Edge edge(String name, Role role, String range) {
    AddressSet set = AddressSet.of(List.of(AddressRange.parse(range)));
    return new Edge(name, role, new EdgeProof.Addresses(set));
  }

  private final ClientIdentifier identifier =
      ClientIdentifier.of(
          List.of(
              edge("cdn", Role.PROXY, "10.0.0.0/8"),
              edge("near", Role.ROUTER, "10.1.0.0/16"),
              edge("far", Role.ROUTER, "10.1.1.0/24"),
              new Edge("tls", Role.ROUTER, new EdgeProof.CertificateName("Edge.internal"))));

  @Test
  void nothingProven_isTheDirectClient() {
    assertThat(identifier.identify(FromPeer.at("192.0.2.1", HEAD))).isSameAs(Client.DIRECT);
    assertThat(identifier.identify(HEAD)).isSameAs(Client.DIRECT);
    assertThat(identifier.identify(FromPeer.named(List.of("other"), HEAD))).isSameAs(Client.DIRECT);
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

    assertThat(ClientIdentifier.of(List.of())).isSameAs(ClientIdentifier.NOBODY);
    assertThat(ClientIdentifier.NOBODY.identify(unread)).isSameAs(Client.DIRECT);
  }

  @Test
  void provenEdges_areNamedInFileOrderWithTheirTags() {
    Client client = identifier.identify(FromPeer.at("::ffff:10.1.1.9", HEAD));

    assertThat(client.edges()).containsExactly("cdn", "near", "far");
    assertThat(client.routerEdge()).hasValue("near");
    assertThat(client.tags()).containsExactly("via-cdn", "via-far", "via-near");
    assertThat(client.address()).isEmpty();
    assertThat(client.hops()).isZero();
    assertThat(identifier.identify(FromPeer.at("10.2.0.1", HEAD)).routerEdge()).isEmpty();
  }

  @Test
  void certificateNames_areComparedAsWhatTheyAre() {
    for (String name : List.of("Edge.internal", "edge.INTERNAL")) {
      assertThat(identifier.identify(FromPeer.named(List.of("a", name), HEAD)).edges())
          .containsExactly("tls");
    }
    for (String name : List.of("edge.internal.", "x.edge.internal", "*.internal", "")) {
      assertThat(identifier.identify(FromPeer.named(List.of(name), HEAD)).edges()).isEmpty();
    }
    EdgeProof uri = new EdgeProof.CertificateName("spiffe://prod/Edge");
    assertThat(uri.isGiven(FromPeer.named(List.of("spiffe://prod/Edge"), HEAD))).isTrue();
    assertThat(uri.isGiven(FromPeer.named(List.of("spiffe://prod/edge"), HEAD))).isFalse();
    assertThat(new EdgeProof.CertificateName("*.x").isGiven(FromPeer.named(List.of("a.x"), HEAD)))
        .isFalse();
  }

  @Test
  void peerWithoutAnAddress_provesNone() {
    RequestHead unresolved =
        new FromPeer(HEAD, InetSocketAddress.createUnresolved("10.1.1.1", 1), List.of());

    assertThat(identifier.identify(unresolved)).isSameAs(Client.DIRECT);
  }

  @Test
  void hops_areNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Client.DIRECT.afterHops(-1))
        .withMessage("hops -1 must be 0 or more");
  }
}
