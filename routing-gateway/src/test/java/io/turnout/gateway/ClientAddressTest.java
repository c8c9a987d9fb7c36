// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells get the address of a client as far as it is proven, whoever hands the request on. */
class ClientAddressTest {

  private static final String KEY = "X-Business-Id: 1";
  private static final String PROXY =
      "{ name: proxy, cidr: [ 127.0.0.0/8 ], client-ip: { header: X-Forwarded-For, hops: 1 } }";
  private static final String ROUTER = "{ name: our-edge, router: true, cidr: [ 127.0.0.0/8 ] }";

  @TempDir Path folder;
  private TwoTiers tiers;

  @BeforeEach
  void prepare() throws Exception {
    tiers = new TwoTiers(folder, CellServer.named("us"), CellServer.named("eu"));
  }

  @AfterEach
  void close() throws Exception {
    tiers.close();
  }

  private static String rules(String edges) {
    return TwoTiers.RULES.replaceFirst("edges: .*\n", "edges: [ " + edges + " ]\n");
  }

  private List<String> forwarded(int port, String... fields) throws Exception {
    try (RawClient client = new RawClient(port)) {
      assertThat(client.get("/", fields).answer().text()).isEqualTo("us0");
    }
    CellServer.Head head = tiers.us.nextHead();
    assertThat(head.all("X_Forwarded_For")).isEmpty();
    assertThat(head.all("Forwarded").isEmpty()).isEqualTo(head.all("X-Forwarded-For").size() < 2);
    return head.all("X-Forwarded-For");
  }

  private static final String[] SPOOFED = {
    KEY,
    "X-Forwarded-For: 198.51.100.9",
    "x-forwarded-for: 203.0.113.5, 203.0.113.6",
    "X_Forwarded_For: 198.51.100.9",
    "Forwarded: for=198.51.100.9"
  };

  @Test
  void clientThatProvesNothing_hasTheAddressOfItsConnection_andNoOther() throws Exception {
    TwoTiers.edgeRules(folder, rules("{ name: far, cidr: [ 10.0.0.0/8 ] }"));
    TwoTiers.Edge edge = tiers.edge(tiers.authority());
    for (int i = 0; i < 2; i++) { // handed on the first time, and decided by the edge then
      assertThat(forwarded(edge.gateway().port(), SPOOFED)).containsExactly("127.0.0.1");
      assertThat(edge.nextRecord().passage().authority().isPresent()).isEqualTo(i == 0);
    }
  }

  @Test
  void clientOfAProvenProxy_hasTheAddressThatTheProxyNames_afterItsOwnLines() throws Exception {
    TwoTiers.edgeRules(folder, rules(PROXY));
    TwoTiers.Edge edge = tiers.edge(tiers.authority());
    String[] fields = {SPOOFED[0], SPOOFED[1], SPOOFED[2], SPOOFED[4]};
    for (int i = 0; i < 2; i++) {
      assertThat(forwarded(edge.gateway().port(), fields))
          .containsExactly("198.51.100.9", "203.0.113.5, 203.0.113.6", "203.0.113.6");
      assertThat(edge.nextRecord().client().orElseThrow().getHostAddress())
          .isEqualTo("203.0.113.6");
    }
  }

  @Test
  void proxyThatNamesNobody_countsItself() throws Exception {
    TwoTiers.rules(folder, rules(PROXY));
    Gateway gateway = tiers.authority();
    assertThat(forwarded(gateway.port(), KEY)).containsExactly("127.0.0.1");
    String[] broken = {KEY, "X-Forwarded-For: 203.0.113.6, unknown", "Forwarded: for=unknown"};
    assertThat(forwarded(gateway.port(), broken))
        .containsExactly("203.0.113.6, unknown", "127.0.0.1");
  }

  @Test
  void routerThatIsProven_namesTheClient_andMayComeThroughAProxy() throws Exception {
    TwoTiers.rules(folder, rules(ROUTER));
    Gateway gateway = tiers.authority();
    String[] direct = {KEY, "Turnout-Client: \"203.0.113.7\";tags=\"\"", SPOOFED[1]};
    assertThat(forwarded(gateway.port(), direct)).containsExactly("203.0.113.7");
    String[] through = {
      KEY, "Turnout-Client: \"203.0.113.7\";tags=\"via-cdn\"", SPOOFED[1], SPOOFED[4]
    };
    assertThat(forwarded(gateway.port(), through)).containsExactly("198.51.100.9", "203.0.113.7");
  }
}
