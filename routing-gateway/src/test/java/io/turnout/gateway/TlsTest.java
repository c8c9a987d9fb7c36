// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.X509Bundle;
import io.turnout.gateway.config.ServerTls;
import io.turnout.gateway.config.ServerTls.ClientAuthentication;
import io.turnout.gateway.config.TlsIdentity;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS on the port of the requests. */
class TlsTest {

  private static final String KEY = "X-Business-Id: 1";

  @TempDir private Path folder;

  @Test
  void request_isServedOverTls_andThePeerHasNoNames() throws Exception {
    TestCa ca = new TestCa(folder);
    ServerTls tls = ca.ofPort();
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()), c -> c.tls(tls));
        RawClient client = gateway.client(ca.trusting())) {
      assertThat(client.get("/", KEY).answer().text()).isEqualTo("us0");
      assertThat(client.get("/", KEY).answer().text()).isEqualTo("us0");
      assertThat(gateway.router.heads.take())
          .satisfies(head -> assertThat(head.peerNames()).isEmpty())
          .satisfies(head -> assertThat(head.scheme()).isEqualTo("https"));
    }
  }

  @Test
  void namesOfAVerifiedCertificate_areThoseOfThePeer() throws Exception {
    TestCa ca = new TestCa(folder);
    ServerTls tls = ca.ofPort().requiring(ca.file());
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()), c -> c.tls(tls))) {
      SSLContext shown = ca.showing(ca.ofRouter("edge.example"));
      for (int i = 0; i < 2; i++) { // The second connection resumes the session of the first.
        try (RawClient client = gateway.client(shown)) {
          assertThat(client.get("/", KEY).answer().text()).isEqualTo("us0");
          assertThat(gateway.router.heads.take().peerNames())
              .containsExactly("edge.example", "spiffe://example/edge.example");
        }
      }
    }
  }

  @Test
  void certificateThatIsRequired_orCannotBeVerified_endsTheConnection() throws Exception {
    TestCa ca = new TestCa(folder);
    TestCa other = new TestCa(Files.createDirectory(folder.resolve("other")));
    SSLContext stranger = ca.showing(other.ofRouter("edge.example"));
    for (ClientAuthentication asking :
        List.of(ClientAuthentication.REQUIRE, ClientAuthentication.REQUEST)) {
      ServerTls tls = new ServerTls(ca.ofPort().identity(), Optional.of(ca.file()), asking);
      try (CellServer cell = CellServer.named("us");
          TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()), c -> c.tls(tls))) {
        assertNotServed(gateway, stranger);
        if (asking == ClientAuthentication.REQUIRE) {
          assertNotServed(gateway, ca.trusting());
        } else {
          try (RawClient client = gateway.client(ca.trusting())) {
            assertThat(client.get("/", KEY).answer().text()).isEqualTo("us0");
            assertThat(gateway.router.heads.take().peerNames()).isEmpty();
          }
        }
        assertThat(gateway.router.heads).isEmpty();
      }
    }
  }

  private static void assertNotServed(TestGateway gateway, SSLContext client) {
    assertThatThrownBy(
            () -> {
              try (RawClient refused = gateway.client(client)) {
                refused.get("/", KEY).answer();
              }
            })
        .isInstanceOf(IOException.class);
  }

  @Test
  void clearText_isNotServed() throws Exception {
    ServerTls tls = new TestCa(folder).ofPort();
    try (TestGateway gateway = TestGateway.of(Map.of("us-1", 1), c -> c.tls(tls));
        RawClient client = gateway.client()) {
      assertThatThrownBy(() -> client.get("/", KEY).answer().status())
          .isInstanceOfAny(IOException.class, RuntimeException.class);
      assertThat(gateway.router.heads).isEmpty();
    }
  }

  @Test
  void clientThatDoesNotShakeHands_losesItsConnection() throws Exception {
    ServerTls tls = new TestCa(folder).ofPort();
    try (TestGateway gateway =
            TestGateway.of(
                Map.of("us-1", 1),
                c -> c.tls(tls).timeouts(TestGateway.all(Duration.ofMillis(200))));
        RawClient client = gateway.client()) {
      assertThat(client.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void certificate_isReadAgain_whenItsFileChanges_andTheLastGoodOneIsKept() throws Exception {
    TestCa ca = new TestCa(folder);
    ServerTls tls = ca.ofPort();
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway =
            TestGateway.of(
                Map.of("us-1", cell.port()), c -> c.threads(2).tls(tls).pollMillis(10))) {
      X509Certificate first = shownBy(gateway, ca.trusting());
      Files.writeString(tls.identity().certificate(), "-----BEGIN CERTIFICATE-----\nhalf");
      X509Bundle second = ca.ofThisMachine();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      assertThat(shownBy(gateway, ca.trusting())).isEqualTo(first);
      TlsIdentity written = ca.files("port", second);
      assertThat(written).isEqualTo(tls.identity());
      awaitShown(gateway, ca, second.getCertificate());
    }
  }

  private static void awaitShown(TestGateway gateway, TestCa ca, X509Certificate wanted)
      throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!shownBy(gateway, ca.trusting()).equals(wanted)) {
      assertThat(System.nanoTime()).as("time").isLessThan(deadline);
    }
    for (int i = 0; i < 4; i++) {
      assertThat(shownBy(gateway, ca.trusting())).isEqualTo(wanted);
    }
  }

  private static X509Certificate shownBy(TestGateway gateway, SSLContext client) throws Exception {
    try (Socket plain = client.getSocketFactory().createSocket("localhost", gateway.port())) {
      SSLSocket socket = (SSLSocket) plain;
      socket.startHandshake();
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
  }

  @Test
  void gatewayWithoutItsCertificate_doesNotStart() {
    ServerTls tls = ServerTls.of(folder.resolve("none.pem"), folder.resolve("none.key"));
    assertThatThrownBy(() -> TestGateway.of(Map.of("us-1", 1), c -> c.tls(tls)))
        .hasMessageContaining("none.pem");
  }
}
