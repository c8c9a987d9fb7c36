// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.turnout.DecisionListener;
import io.turnout.Tier;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients should not send, and send. */
class HostileTest {

  private static final String RULES =
      """
      turnout: 1
      rules:
        - name: name
          when: { header: { X-Name: "é" } }
          then: cell us-1
        - name: path
          when: { path: "/é/{name}" }
          key: { namespace: business, from: [ { path: name } ] }
        - name: business
          key: { namespace: business, from: [ { header: X-Business-Id } ] }
      """;

  private final Deciding deciding = Deciding.by(RULES, Tier.STANDALONE);
  private final Pipe pipe = new Pipe(NettyRouting.of(deciding.router()), new Buffers());

  @AfterEach
  void close() {
    pipe.close();
    deciding.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /plain HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET /plain HTTP/1.1\r\nno colon\r\n\r\n",
        "GET /plain HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 2\r\n\r\n",
        "GET /plain HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "rubbish\r\n\r\n"
      })
  void requestThatCannotBeRead_isRefusedAndNothingAfterItIsRead(String request) {
    pipe.channel.freezeTime();
    pipe.send(request);
    pipe.send("GET /x HTTP/1.1\r\nHost: a\r\nX-Business-Id: 1\r\n\r\n");

    assertThat(pipe.received()).containsOnlyOnce("HTTP/1.1 ").startsWith("HTTP/1.1 400");
    assertThat(pipe.passed).isEmpty();
    assertThat(pipe.channel.isOpen()).isTrue();
    pipe.channel.advanceTimeBy(OwnAnswer.LINGER_MILLIS, TimeUnit.MILLISECONDS);
    pipe.channel.runScheduledPendingTasks();
    assertThat(pipe.channel.isOpen()).isFalse();
  }

  @Test
  void targetThatIsTooLong_is414() {
    pipe.send("GET /" + "x".repeat(5_000) + " HTTP/1.1\r\nHost: a\r\n\r\n");

    assertThat(pipe.received()).startsWith("HTTP/1.1 414");
  }

  @Test
  void headThatIsTooLarge_is431() {
    pipe.send("GET / HTTP/1.1\r\nX: " + "x".repeat(9_000) + "\r\n\r\n");

    assertThat(pipe.received()).startsWith("HTTP/1.1 431");
  }

  @Test
  void brokenRequestBehindAnother_isRefusedAfterItsAnswer() {
    pipe.send("GET /a HTTP/1.1\r\nX-Business-Id: 1\r\n\r\nrubbish\r\n\r\n");
    assertThat(pipe.received()).isEmpty();

    pipe.write(Pipe.answer(200));

    assertThat(pipe.received()).startsWith("HTTP/1.1 200").contains("HTTP/1.1 400");
  }

  @Test
  void bodyThatBreaksWhileItIsHeld_isRefused() {
    Deciding body = Deciding.standalone();
    Pipe other = new Pipe(NettyRouting.of(body.router()), new Buffers());
    other.send(
        "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"x\r\nzz\r\n");

    assertThat(other.received()).startsWith("HTTP/1.1 400");
    assertThat(other.passed).isEmpty();
    other.close();
    body.close();
  }

  @Test
  void bodyThatBreaksAfterTheDecision_isLeftToTheHandlerBehind() {
    pipe.send(
        "POST / HTTP/1.1\r\nX-Business-Id: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\nzz\r\n");

    assertThat(pipe.received()).isEmpty();
    assertThat(pipe.passed).containsExactly("event us-1", "POST / > us-1", "a", "end[]");
  }

  @Test
  void lengthBesideChunks_neverGoesOn() {
    pipe.send(
        "POST / HTTP/1.1\r\nX-Business-Id: 1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked"
            + "\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n");

    // Engines refuse such a request, or older ones take the length off it.
    assertThat(pipe.heads).allMatch(head -> !head.headers().contains("Content-Length"));
    assertThat(pipe.passed.isEmpty()).isEqualTo(pipe.received().startsWith("HTTP/1.1 400"));
  }

  @Test
  void bytesOutsideAscii_areOneCharEach() {
    pipe.send("GET /x HTTP/1.1\r\nX-Name: \u00c3\u00a9\r\n\r\n");
    assertThat(pipe.passed).contains("GET /x > us-1");
    pipe.write(Pipe.answer(200));

    pipe.send("GET /\u00c3\u00a9/2?\u00ff HTTP/1.1\r\nX: \u00ff\r\n\r\n");

    assertThat(pipe.passed).contains("GET /\u00c3\u00a9/2?\u00ff > eu-1");
    assertThat(pipe.heads.get(1).headers().get("X")).isEqualTo("\u00ff");
  }

  @Test
  @Timeout(10)
  void veryManyLinesOfOneName_takeTimeInProportion() {
    DefaultHttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/x");
    for (int i = 0; i < 200_000; i++) {
      request.headers().add("X-Business-Id", "1");
    }
    EmbeddedChannel channel = new EmbeddedChannel(NettyRouting.of(deciding.router()).handler());

    channel.writeInbound(request);

    assertThat(channel.attr(NettyRouting.DECISION).get().cell()).hasValue("us-1");
    channel.finishAndReleaseAll();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\n\r\n NONE",
        "GET / HTTP/1.1\r\nContent-Length: 00\r\n\r\n NONE",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n SOME",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n UNKNOWN",
        "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n UNKNOWN"
      })
  void head_saysWhetherABodyFollows(String request) {
    int end = request.lastIndexOf(' ');
    RequestHead head = headOf(request.substring(0, end));

    assertThat(head.body()).isEqualTo(BodyPresence.valueOf(request.substring(end + 1)));
    assertThat(head.authority()).isNull();
    assertThat(head.scheme()).isEqualTo("http");
    assertThat(head.peerNames()).isEmpty();
    assertThat(head.remoteAddress()).isNull(); // in memory
  }

  @Test
  void head_givesEachLineInTurn() {
    RequestHead head = headOf("GET /?a HTTP/1.1\r\nA: 1\r\nB: 2\r\na: 3\r\n\r\n");

    assertThat(head.header("a", 0)).isEqualTo("1");
    assertThat(head.header("a", 1)).isEqualTo("3");
    assertThat(head.header("a", 2)).isNull();
    assertThat(head.header("b", 1)).isNull();
    assertThat(head.header("c", 0)).isNull();
    assertThat(head.method() + head.target()).isEqualTo("GET/?a");
    assertThat(head.headerNames()).containsExactlyInAnyOrder("A", "B", "a");
  }

  @Test
  void head_givesManyLinesInTheirOrder() {
    StringBuilder request = new StringBuilder("GET / HTTP/1.1\r\n");
    for (int i = 0; i < 100; i++) {
      request.append(i % 2 == 0 ? "A: " : "a: ").append(i).append("\r\n");
    }

    RequestHead head = headOf(request + "\r\n");

    for (int i = 0; i < 100; i++) {
      assertThat(head.header("a", i)).isEqualTo(Integer.toString(i));
    }
    assertThat(head.header("a", 100)).isNull();
  }

  private static RequestHead headOf(String request) {
    AtomicReference<RequestHead> seen = new AtomicReference<>();
    DecisionListener listener = (head, decision) -> seen.set(head);
    try (Deciding all = Deciding.listening(listener)) {
      Pipe other = new Pipe(NettyRouting.of(all.router()), new Buffers());
      other.send(request);
      other.close();
    }
    return Objects.requireNonNull(seen.get());
  }
}
