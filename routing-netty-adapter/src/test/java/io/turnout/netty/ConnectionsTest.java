// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.turnout.Tier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The handler in connections of HTTP/1.1, over sockets. */
class ConnectionsTest {

  private static final int LARGE = 8_000_000;
  private static final String LATER_HEAD =
      "POST /x HTTP/1.1\r\nHost: a\r\nX-Business-Id: later\r\nContent-Length: " + LARGE;

  /** What each decision knew of its peer. */
  private final BlockingQueue<Known> known = new LinkedBlockingQueue<>();

  private final Deciding deciding =
      Deciding.listening(
          (head, decision) ->
              known.add(new Known(head.scheme(), head.remoteAddress(), head.peerNames())));

  private final Buffers buffers = new Buffers();
  private Connections server = serve(null);

  private record Known(String scheme, @Nullable InetSocketAddress peer, List<String> names) {}

  private Connections serve(@Nullable SslContext tls) {
    return new Connections(NettyRouting.of(deciding.router()), buffers, tls);
  }

  @AfterEach
  void stop() {
    server.close();
    deciding.close();
  }

  @Test
  void bodyOfAnUndecidedRequest_isLeftWithTheClient() throws Exception {
    try (Socket client = server.open()) {
      Connections.send(client, LATER_HEAD + "\r\n\r\n");
      Thread sending = new Thread(() -> sendBody(client));
      sending.start();
      deciding.asked.get(20, TimeUnit.SECONDS);
      sending.join(200); // as much as the sockets take
      assertThat(sending.isAlive()).as("the client is held up").isTrue();
      assertThat(buffers.inUse()).isLessThan(500_000);

      deciding.lookup("later").complete("us-1");

      Arrived arrived = server.arrival();
      assertThat(arrived.line).isEqualTo("POST /x > us-1");
      assertThat(arrived.body()).hasSize(LARGE);
      assertThat(Connections.answer(client)).startsWith("HTTP/1.1 200").contains("kept: y");
      sending.join();
    }
  }

  private static void sendBody(Socket client) {
    try {
      client.getOutputStream().write(new byte[LARGE]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20})
  void clientThatLeaves_leavesNothingBehind(int lingerSeconds) throws Exception {
    try (Socket client = server.open()) {
      client.setSoLinger(lingerSeconds == 0, lingerSeconds);
      Connections.send(client, LATER_HEAD + "\r\n\r\nabc");
      deciding.asked.get(20, TimeUnit.SECONDS);
    }
    deciding.lookup("later").complete("us-1");

    try (Socket client = server.open()) {
      Connections.send(client, "GET /plain HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(Connections.answer(client)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void pipelinedRequests_areAnsweredInOrder() throws Exception {
    try (Socket client = server.open()) {
      Connections.send(
          client,
          "GET /a HTTP/1.1\r\nX-Business-Id: later\r\n\r\n"
              + "GET /closed HTTP/1.1\r\n\r\n".repeat(2)
              + "GET /b HTTP/1.1\r\nX-Business-Id: 2\r\n\r\n");
      deciding.asked.get(20, TimeUnit.SECONDS);
      deciding.lookup("later").complete("us-1");

      assertThat(Connections.answer(client)).startsWith("HTTP/1.1 200");
      assertThat(server.arrival().line).isEqualTo("GET /a > us-1");
      assertThat(server.arrival().line).isEqualTo("GET /b > eu-1");
      assertThat(Connections.answer(client)).startsWith("HTTP/1.1 403");
    }
  }

  @Test
  void refusalOfABodyThatIsStillSent_isReadByTheClient() throws Exception {
    try (Socket client = server.open()) {
      String head = "POST /closed HTTP/1.1\r\nHost: a\r\nContent-Length: " + LARGE;
      Connections.send(client, head + "\r\n\r\n");
      sendBody(client);

      assertThat(Connections.answer(client)).startsWith("HTTP/1.1 403").contains("close");
    }
  }

  @Test
  void peer_isTheClientsSocket() throws Exception {
    try (Socket client = server.open()) {
      Connections.send(client, "GET /plain HTTP/1.1\r\nHost: a\r\n\r\n");

      assertThat(Connections.answer(client)).startsWith("HTTP/1.1 200");
      assertThat(known.take())
          .isEqualTo(
              new Known("http", (InetSocketAddress) client.getLocalSocketAddress(), List.of()));
    }
  }

  @Test
  void edgeThatProvesItself_isBelievedAndTaught() throws Exception {
    String edges = "edges: [ { name: here, router: true, cidr: [ 127.0.0.0/8 ] } ]\nrules:";
    try (Deciding authority = Deciding.by(Deciding.RULES.replace("rules:", edges), Tier.AUTHORITY);
        Connections tier =
            new Connections(NettyRouting.of(authority.router()), new Buffers(), null);
        Socket client = tier.open()) {
      String handed = "Turnout-Key: \"business:2\";rule=\"body\"\r\nTurnout-Hops: 1\r\n";
      Connections.send(client, "POST /body HTTP/1.1\r\nHost: a\r\n" + handed + "\r\n");

      Arrived arrived = tier.arrival();
      assertThat(arrived.line).isEqualTo("POST /body > eu-1");
      assertThat(arrived.fields).noneMatch(field -> field.startsWith("Turnout"));
      assertThat(Connections.answer(client))
          .contains("Turnout-Route: \"business:2\";cell=\"eu-1\";")
          .doesNotContain("turnout_cell");
      Connections.send(client, "GET /x HTTP/1.1\r\nHost: a\r\nX-Business-Id: 9\r\n\r\n");
      assertThat(Connections.answer(client))
          .startsWith("HTTP/1.1 404")
          .contains("Turnout-Route: \"business:9\";fresh-for=");
    }
  }

  @Test
  void namesOfACertificate_areThoseOfThePeer() throws Exception {
    CertificateBuilder template = new CertificateBuilder().ecp256().subject("CN=test");
    X509Bundle root = template.copy().setIsCertificateAuthority(true).buildSelfSigned();
    X509Bundle here = template.copy().addSanIpAddress("127.0.0.1").buildIssuedBy(root);
    X509Bundle edge =
        template
            .copy()
            .addSanDnsName("edge.example")
            .addSanUriName("spiffe://example/edge")
            .addSanRfc822Name("edge@example.org")
            .buildIssuedBy(root);
    server.close();
    server =
        serve(
            SslContextBuilder.forServer(here.toKeyManagerFactory())
                .sslProvider(SslProvider.JDK)
                .trustManager(root.toTrustManagerFactory())
                .clientAuth(ClientAuth.OPTIONAL)
                .build());

    assertThat(knownOf(root, edge.toKeyManagerFactory().getKeyManagers()).names())
        .containsExactly("edge.example", "spiffe://example/edge");
    Known stranger = knownOf(root, new KeyManager[0]);
    assertThat(stranger.names()).isEmpty();
    assertThat(stranger.scheme()).isEqualTo("https");
  }

  private Known knownOf(X509Bundle root, KeyManager[] shown) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(shown, root.toTrustManagerFactory().getTrustManagers(), null);
    InetSocketAddress address = server.address();
    try (Socket client =
        context.getSocketFactory().createSocket(address.getAddress(), address.getPort())) {
      client.setSoTimeout(Connections.PATIENCE_MILLIS);
      for (int i = 0; i < 2; i++) { // the second time from memory
        Connections.send(client, "GET /plain HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(Connections.answer(client)).startsWith("HTTP/1.1 200");
      }
    }
    Known first = known.take();
    assertThat(known.take()).isEqualTo(first);
    return first;
  }
}
