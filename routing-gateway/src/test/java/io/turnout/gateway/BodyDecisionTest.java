// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Requests whose key is in their body, and what is held back for it. */
class BodyDecisionTest {

  private static final String START = "{\"id\": \"1\", \"rest\": \"";

  private static String head(String target, long length, String... fields) {
    return "POST "
        + target
        + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        + RawClient.lines(fields)
        + "Content-Length: "
        + length
        + "\r\n\r\n";
  }

  @Test
  void startOfALargeBody_reachesTheCell_beforeTheRestIsSent() throws Exception {
    byte[] rest = "x".repeat((1 << 20) - START.length() - 2).getBytes(StandardCharsets.US_ASCII);
    byte[] whole =
        (START + new String(rest, StandardCharsets.US_ASCII) + "\"}")
            .getBytes(StandardCharsets.US_ASCII);
    try (CellServer cell =
            new CellServer(
                connection -> {
                  CellServer.Head head = connection.head();
                  byte[] start = connection.bytes(START.length());
                  connection.send("HTTP/1.1 103 Early Hints\r\nX-Seen: yes\r\n\r\n");
                  byte[] end = connection.bytes(whole.length - START.length());
                  boolean same =
                      (new String(start, StandardCharsets.US_ASCII)
                              + new String(end, StandardCharsets.US_ASCII))
                          .equals(new String(whole, StandardCharsets.US_ASCII));
                  connection.send(
                      "HTTP/1.1 200 OK\r\nX-Same: " + same + "\r\nContent-Length: 0\r\n\r\n");
                  connection.body(head);
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.send(head("/body", whole.length) + START);
      cell.nextHead();
      assertThat(client.answer().field("X-Seen")).hasValue("yes");
      client.send(rest).send("\"}");
      assertThat(client.answer().field("X-Same")).hasValue("true");
    }
  }

  @Test
  void body_isTheSameAtTheCell_howeverItIsCut() throws Exception {
    try (CellServer cell = echo();
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      Random random = new Random(11);
      for (int round = 0; round < 60; round++) {
        String body = START + "\u00e9".repeat(random.nextInt(300)) + "\"}";
        boolean chunked = random.nextBoolean();
        String length = chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + body.length();
        client.send("POST /body HTTP/1.1\r\nHost: a\r\n" + length + "\r\n\r\n");
        for (int at = 0; at < body.length(); ) {
          int end = Math.min(body.length(), at + 1 + random.nextInt(40));
          String piece = body.substring(at, end);
          client.send(
              chunked ? Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n" : piece);
          at = end;
        }
        client.send(chunked ? "0\r\n\r\n" : "");
        assertThat(client.answer().text()).as("round %d, seed 11", round).isEqualTo(body);
      }
    }
  }

  @Test
  void bodyWithoutAKey_isRefused_andTheConnectionStays() throws Exception {
    try (CellServer cell = echo();
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      assertThat(client.send(head("/body", 2) + "{}").answer().status()).isEqualTo(404);
      String chunked = "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
      assertThat(client.send(chunked + "0\r\n\r\n").answer().status()).isEqualTo(404);
      assertThat(client.send(head("/body", 11) + "{\"id\":\"1\"} ").answer().status())
          .isEqualTo(200);
    }
  }

  @Test
  void bodyInTinyChunks_isHeldAndForwardedWhole() throws Exception {
    String body = "{\"rest\":\"" + "x".repeat(20_000) + "\",\"id\":\"1\"}";
    StringBuilder chunks = new StringBuilder();
    body.chars().forEach(c -> chunks.append("1\r\n").append((char) c).append("\r\n"));
    try (CellServer cell = echo();
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.send("POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send(chunks + "0\r\n\r\n");
      assertThat(client.answer().text()).isEqualTo(body);
    }
  }

  @Test
  void bodyBeyondTheLimit_isRefused_withoutReadingItAll() throws Exception {
    try (CellServer cell = echo();
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.send(head("/body", 1_000_000_000L) + "x".repeat(100_000));
      RawClient.Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.field("Connection")).hasValue("close");
      assertThat(cell.waitingHeads()).isZero();
    }
  }

  @Test
  void restOfTheBody_isLeftWithTheClient_whileTheDecisionIsPending() throws Exception {
    byte[] body = new byte[40_000_000];
    new Random(5).nextBytes(body);
    try (CellServer cell = echo();
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      Thread sender =
          new Thread(
              () -> {
                try {
                  client.send(head("/later", body.length)).send(body);
                  client.send(head("/", 3, "X-Business-Id: 1") + "abc");
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      sender.start();
      sender.join(300);
      assertThat(sender.isAlive()).as("the client is held back").isTrue();
      assertThat(cell.waitingHeads()).isZero();
      gateway.router.later.complete("us-1");
      assertThat(client.answer().body()).isEqualTo(body);
      assertThat(client.answer().text()).as("the pipelined request").isEqualTo("abc");
      sender.join();
    }
  }

  @Test
  void clientThatWaits_isToldToContinue_onlyWhenTheBodyIsNeeded() throws Exception {
    try (CellServer cell = echo();
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.send(head("/body", 10, "Expect: 100-continue"));
      assertThat(client.answer().status()).isEqualTo(100);
      assertThat(client.send("{\"id\":\"1\"}").answer().text()).isEqualTo("{\"id\":\"1\"}");
      assertThat(cell.nextHead().all("Expect")).isEmpty();
    }
  }

  @Test
  void clientThatWaits_isToldToContinueByItsCell_whenTheHeadDecides() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  while (true) {
                    CellServer.Head head = connection.head();
                    connection.send("HTTP/1.1 100 Continue\r\n\r\n");
                    byte[] body = connection.body(head);
                    connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n");
                    connection.send(body);
                  }
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      for (String expected : new String[] {"100-continue", "100-Continue", "x, 100-continue"}) {
        client.send(head("/", 3, "Expect: " + expected, "X-Business-Id: 1"));
        assertThat(cell.nextHead().all("Expect")).containsExactly(expected);
        assertThat(client.answer().status()).isEqualTo(100);
        assertThat(client.send("abc").answer().text()).isEqualTo("abc");
      }
      client.send(head("/", 3, "X-Business-Id: 1") + "abc");
      assertThat(client.answer().status()).as("no 100 that nobody asked for").isEqualTo(200);
    }
  }

  @Test
  void clientThatWaits_andIsRefused_getsNo100_andTheConnectionEnds() throws Exception {
    try (CellServer refusing =
            ForwardingTest.answering("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n");
        TestGateway gateway = TestGateway.of(Map.of("eu-1", refusing.port()));
        RawClient client = gateway.client();
        RawClient second = gateway.client()) {
      client.send(head("/", 3, "Expect: 100-continue"));
      RawClient.Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.field("Connection")).hasValue("close");
      assertThat(client.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void clientThatWaits_andIsRefusedByItsCell_getsNo100_andTheConnectionEnds() throws Exception {
    try (CellServer refusing =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n");
                  connection.drain();
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", refusing.port()));
        RawClient client = gateway.client()) {
      client.send(head("/", 3, "Expect: 100-continue", "X-Business-Id: 1"));
      RawClient.Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(417);
      assertThat(answer.field("Connection")).hasValue("close");
      assertThat(client.isClosedByPeer()).isTrue();
      refusing.awaitEndOfConnection();
    }
  }

  static CellServer echo() throws Exception {
    return new CellServer(
        connection -> {
          while (true) {
            byte[] body = connection.body(connection.head());
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n");
            connection.send(body);
          }
        });
  }
}
