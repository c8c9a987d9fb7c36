// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests that two servers could take for two different ones, each with another request behind it.
 * What reaches the cell is what the gateway took it for, in a form that nobody can read in another
 * way, and then the other request; or neither.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmugglingTest {

  private static final String KEY = "X-Business-Id: 1\r\n";
  private static final String BEHIND = "GET /behind HTTP/1.1\r\nHost: b\r\n" + KEY + "\r\n";
  private static final String POST = "POST / HTTP/1.1\r\nHost: a\r\n" + KEY;
  private static final String CHUNKED = POST + "Transfer-Encoding: chunked\r\n\r\n";
  private static final String GET = "GET / HTTP/1.1\r\n";

  private StrictCell cell;
  private TestGateway gateway;

  @BeforeAll
  void start() throws Exception {
    cell = new StrictCell();
    gateway =
        TestGateway.of(
            Map.of("us-1", cell.port()), c -> c.timeouts(TestGateway.all(Duration.ofSeconds(2))));
  }

  @AfterAll
  void stop() throws Exception {
    gateway.close();
    cell.close();
  }

  @BeforeEach
  void forget() {
    cell.takeArrived();
  }

  private static Arguments refused(String request) {
    return Arguments.of(request);
  }

  static Stream<Arguments> lengths() {
    return Stream.of(
            "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
            "Content-Length: 3, 3\r\n\r\nabc",
            "Content-Length: 3,\r\n\r\nabc",
            "Content-Length: 3;\r\n\r\nabc",
            "Content-Length: 3 3\r\n\r\nabc",
            "Content-Length: 3\u000b\r\n\r\nabc",
            "Content-Length: \u000c3\r\n\r\nabc",
            "Content-Length: \u00a03\r\n\r\nabc",
            "Content-Length: 3.0\r\n\r\nabc",
            "Content-Length: 3e0\r\n\r\nabc",
            "Content-Length: 0b11\r\n\r\nabc",
            "Content-Length: 18446744073709551619\r\n\r\nabc",
            "Content-Length: 9223372036854775808\r\n\r\nabc",
            "Content-Length : 3\r\n\r\nabc",
            "Content-Length\t: 3\r\n\r\nabc",
            "Content-Length\u0000: 3\r\n\r\nabc",
            "\u000bContent-Length: 3\r\n\r\nabc",
            "Content-Length: 0\r\nContent-Length: 65\r\n\r\n",
            "Content-Length: 65\r\nContent-Length: 0\r\n\r\n",
            "Content-Length: 65\r\ncontent-length: 0\r\n\r\n")
        .map(fields -> refused(POST + fields));
  }

  static Stream<Arguments> codings() {
    String chunks = "\r\n0\r\n\r\n";
    return Stream.of(
            "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            "Content-Length: 5\r\nTransfer-Encoding: identity\r\n",
            "Content-Length: 5\r\nTransfer-Encoding:\r\n",
            "Content-Length: 5\r\nTransfer-Encoding: x\r\n",
            "Content-Length: 5\r\nTransfer-Encoding:\r\n chunked\r\n",
            "Content-Length: 5\r\nTransfer-Encoding : chunked\r\n",
            "Content-Length: 5\r\ntRANSFER-eNCODING: CHUNKED\r\n",
            "Transfer-Encoding: chunked, chunked\r\n",
            "Transfer-Encoding: chunked,\r\n",
            "Transfer-Encoding: ,chunked\r\n",
            "Transfer-Encoding: chunked;q=1\r\n",
            "Transfer-Encoding: \"chunked\"\r\n",
            "Transfer-Encoding: \u000bchunked\r\n",
            "Transfer-Encoding: chunked\u000b\r\n",
            "Transfer-Encoding: chunked\u0000\r\n",
            "Transfer-Encoding: \u00a0chunked\r\n",
            "Transfer-Encoding: chun\rked\r\n",
            "Transfer-Encoding: chun\nked\r\n",
            "Transfer-Encoding: identity, chunked\r\n",
            "Transfer-Encoding: chunked, identity\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
            "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: cow\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding:\r\n",
            "X: a\rTransfer-Encoding: chunked\r\n",
            "X: a\nTransfer-Encoding: chunked\r\n",
            "X: a\n\rTransfer-Encoding: chunked\r\n")
        .map(fields -> refused(POST + fields + chunks));
  }

  static Stream<Arguments> lines() {
    return Stream.of(
        refused(GET + "Host: a\r\n" + KEY + "X: \r\r\n\r\n"),
        refused(GET + "Host: a\r\n" + KEY + "X: a\n\r\n"),
        refused(GET + "Host: a\n" + KEY + "\r\n"),
        refused(GET + "Host: a\r\n" + KEY + "\n"),
        refused(GET + "Host: a\r\n" + KEY + "X: a\r\nb\r\n\r\n"),
        refused(GET + "\tHost: a\r\n" + KEY + "\r\n"),
        refused(GET + "Host: a\r\nX Y: 1\r\n" + KEY + "\r\n"),
        refused(GET + "Host: a\r\n\u00e4: 1\r\n" + KEY + "\r\n"),
        refused(GET + "Host : a\r\n" + KEY + "\r\n"),
        refused(GET + "Host: a\r\nHost : b\r\n" + KEY + "\r\n"),
        refused(GET + "Host: a, b\r\n" + KEY + "\r\n"),
        refused(GET + "Host: a\r\n b\r\n" + KEY + "\r\n"),
        refused(GET + "Host: a:80:90\r\n" + KEY + "\r\n"),
        refused(GET + "Host: a#b\r\n" + KEY + "\r\n"),
        refused(GET + "Host: a?b\r\n" + KEY + "\r\n"),
        refused(GET + "Host: a\\b\r\n" + KEY + "\r\n"),
        refused("GET /a\tb HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n"),
        refused("GET /a\rb HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n"),
        refused("GET / HTTP/1.1\rHost: a\r\n" + KEY + "\r\n"),
        refused("GET http://a:80:90/ HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n"),
        refused("GET http://a\\@b/ HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n"),
        refused("GET http://a b/ HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n"),
        refused("GET http://u:p@a/ HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n"),
        refused("GET a.example:80 HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n"),
        refused("GET ?x HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n"),
        refused("GET http://b/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n" + KEY + "\r\n"),
        refused("GET http://b/ HTTP/1.1\r\n" + KEY + "\r\n"));
  }

  static Stream<Arguments> chunks() {
    return Stream.of(
            "0x3\r\nabc\r\n",
            "+3\r\nabc\r\n",
            "-3\r\nabc\r\n",
            "3_\r\nabc\r\n",
            "3g\r\nabc\r\n",
            "3\u0000\r\nabc\r\n",
            "3\u000b\r\nabc\r\n",
            "\u00a03\r\nabc\r\n",
            "\r\nabc\r\n",
            ";a=b\r\nabc\r\n",
            "3\nabc\r\n",
            "3\rabc\r\n",
            "3\r\nabc\n",
            "3\r\nabc\r",
            "3\r\nabc",
            "3\r\nabcd\r\n",
            "2\r\nabc\r\n",
            "3;a=\"\nb\"\r\nabc\r\n",
            "3;a\nb\r\nabc\r\n",
            "100000003\r\nabc\r\n",
            "ffffffffffffffff\r\nabc\r\n",
            "10000000000000003\r\nabc\r\n")
        .map(chunk -> Arguments.of(CHUNKED + chunk + "0\r\n\r\n"));
  }

  @ParameterizedTest
  @MethodSource({"lengths", "codings", "lines"})
  void ambiguousHead_isRefused_withWhatIsBehindIt(String request) throws Exception {
    try (RawClient client = gateway.client()) {
      client.send(request + BEHIND);
      assertThat(client.answer().status()).as(request).isIn(400, 501);
      assertThatItEnds(client);
    }
    assertThat(cell.takeArrived()).isEmpty();
    assertThat(cell.faults()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("chunks")
  void ambiguousChunk_endsTheConnection_withWhatIsBehindIt(String request) throws Exception {
    try (RawClient client = gateway.client()) {
      client.send(request + BEHIND);
      assertThatItEnds(client);
    }
    assertThat(cell.takeArrived()).isEmpty();
    assertThat(cell.faults()).isEmpty();
  }

  private static void assertThatItEnds(RawClient client) throws IOException {
    while (!client.isClosedByPeer()) {
      // The rest of what it says.
    }
  }

  /** What is taken, and as what. */
  static Stream<Arguments> taken() {
    String post = "POST / HTTP/1.1|a|";
    return Stream.of(
        Arguments.of(POST + "Content-Length: 3 \t\r\n\r\nabc", post + "abc"),
        Arguments.of(POST + "Content-Length:3\r\n\r\nabc", post + "abc"),
        Arguments.of(POST + "Content_Length: 9\r\nContent-Length: 3\r\n\r\nabc", post + "abc"),
        Arguments.of(
            POST + "Transfer_Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc", post + "abc"),
        Arguments.of(POST + "X: a\r\n Content-Length: 50\r\n\r\n", post),
        Arguments.of(POST + "X: a\r\n\tTransfer-Encoding: chunked\r\n\r\n", post),
        Arguments.of(
            POST + "Transfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", post + "abc"),
        Arguments.of(
            POST + "Transfer-Encoding: \t chunked \t\r\n\r\n3\r\nabc\r\n0\r\n\r\n", post + "abc"),
        Arguments.of(
            POST
                + "Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n0\r\n\r\n",
            post + "abc"),
        Arguments.of(
            POST + "Connection: Content-Length, Host\r\nContent-Length: 3\r\n\r\nabc",
            post + "abc"),
        Arguments.of(
            POST
                + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nConnection: Upgrade,"
                + " HTTP2-Settings\r\nContent-Length: 3\r\n\r\nabc",
            post + "abc"),
        Arguments.of(CHUNKED + "3;a=b\r\nabc\r\n0\r\n\r\n", post + "abc"),
        Arguments.of(CHUNKED + "3;a=\"b;c\"\r\nabc\r\n0;z\r\n\r\n", post + "abc"),
        Arguments.of(CHUNKED + "0003\r\nabc\r\n000\r\n\r\n", post + "abc"),
        Arguments.of(CHUNKED + "A\r\n0\r\n\r\nabcde\r\n0\r\n\r\n", post + "0\r\n\r\nabcde"),
        Arguments.of(CHUNKED + "0\r\nContent-Length: 50\r\n\r\n", post),
        Arguments.of(CHUNKED + "0\r\nTransfer-Encoding: chunked\r\n\r\n", post),
        Arguments.of(CHUNKED + "0\r\nHost: evil\r\nX-Business-Id: 2\r\n\r\n", post),
        Arguments.of(
            CHUNKED + "00000000000000000000000000000000000000003\r\nabc\r\n0\r\n\r\n",
            post + "abc"),
        Arguments.of("GET\t/\u000b HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", "GET / HTTP/1.1|a|"),
        Arguments.of("GET /\r HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", "GET / HTTP/1.1|a|"),
        Arguments.of("\r\n" + GET + "Host: a\r\n" + KEY + "\r\n", "GET / HTTP/1.1|a|"),
        Arguments.of("GET http://b/x HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", "GET /x HTTP/1.1|b|"),
        Arguments.of("GET HTTP://B HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", "GET / HTTP/1.1|B|"),
        Arguments.of(
            "GET //evil/x HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", "GET //evil/x HTTP/1.1|a|"),
        Arguments.of(
            GET + "Host: a\r\n" + KEY + "Content-Length: 3\r\n\r\nabc", "GET / HTTP/1.1|a|abc"),
        Arguments.of(
            "DELETE / HTTP/1.1\r\nHost: a\r\n" + KEY + "Content-Length: 3\r\n\r\nabc",
            "DELETE / HTTP/1.1|a|abc"));
  }

  @ParameterizedTest
  @MethodSource("taken")
  void oddButClearRequest_arrivesOnce_andThenWhatIsBehindIt(String request, String arrives)
      throws Exception {
    try (RawClient client = gateway.client()) {
      client.send(request + BEHIND);
      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(client.answer().status()).isEqualTo(200);
    }
    assertThat(cell.takeArrived().stream().map(StrictCell.Arrived::text))
        .isEqualTo(List.of(arrives, "GET /behind HTTP/1.1|b|"));
    assertThat(cell.faults()).isEmpty();
  }
}
