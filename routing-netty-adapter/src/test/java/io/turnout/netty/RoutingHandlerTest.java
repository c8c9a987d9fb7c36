// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The handler on one connection of HTTP/1.1, in memory. */
class RoutingHandlerTest {

  private static final String BODY_HEAD = "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: ";

  private final Deciding deciding = Deciding.standalone();
  private final Pipe pipe = new Pipe(NettyRouting.of(deciding.router()), new Buffers());

  @AfterEach
  void close() {
    pipe.close();
    deciding.close();
  }

  private static String get(String target, String... fields) {
    StringBuilder text = new StringBuilder("GET " + target + " HTTP/1.1\r\nHost: a\r\n");
    for (String field : fields) {
      text.append(field).append("\r\n");
    }
    return text.append("\r\n").toString();
  }

  private static String post(String body) {
    return BODY_HEAD + body.length() + "\r\n\r\n" + body;
  }

  @Test
  void head_thatDecides_goesOnAtOnceWithItsDecision() {
    pipe.send(get("/x", "X-Business-Id: 2"));

    assertThat(pipe.passed).containsExactly("event eu-1", "GET /x > eu-1", "end[]");
    assertThat(pipe.channel.config().isAutoRead()).isTrue();
  }

  @Test
  void body_isHeldUntilItDecides_andGoesOnWhole() {
    pipe.send(BODY_HEAD + "14\r\n\r\n{\"x\"");
    assertThat(pipe.passed).isEmpty();
    pipe.send(":1,");
    assertThat(pipe.passed).isEmpty();
    pipe.send("\"id\"");
    assertThat(pipe.passed).isEmpty();

    pipe.send(":1}");

    assertThat(pipe.passed.get(0)).isEqualTo("event us-1");
    assertThat(String.join("", pipe.passed)).endsWith("us-1{\"x\":1,\"id\":1}end[]");
  }

  @Test
  void body_beyondTheAnswer_isNotHeld() {
    pipe.send(BODY_HEAD + "100\r\n\r\n{\"id\":\"1\",");

    assertThat(pipe.passed).containsExactly("event us-1", "POST /body > us-1", "{\"id\":\"1\",");
    pipe.send("\"more\"");
    assertThat(pipe.passed).endsWith("\"more\"");
  }

  @Test
  void tinyPieces_areHeldAsOne() {
    StringBuilder chunks = new StringBuilder();
    String body = "{\"x\":\"" + "y".repeat(5_000) + "\",\"id\":\"2\"}";
    body.chars().forEach(c -> chunks.append("1\r\n").append((char) c).append("\r\n"));
    pipe.send("POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");

    for (int i = 0; i < chunks.length(); i += 6) {
      pipe.send(chunks.substring(i, i + 6));
      assertThat(pipe.buffers.inUse()).isLessThan(20_000);
    }
    pipe.send("0\r\n\r\n");

    String held = body.substring(0, body.length() - 1);
    assertThat(pipe.passed).containsExactly("event eu-1", "POST /body > eu-1", held, "}", "end[]");
  }

  @Test
  void largePieces_areHeldAsTheyAre() {
    String padding = "y".repeat(3_000);
    pipe.send(BODY_HEAD + "9000\r\n\r\n{\"x\":\"" + padding);
    pipe.send(padding);
    pipe.send("\",");

    pipe.send("\"id\":\"2\"");

    assertThat(pipe.passed)
        .containsExactly(
            "event eu-1", "POST /body > eu-1", "{\"x\":\"" + padding, padding, "\",\"id\":\"2\"");
  }

  @Test
  void lookup_holdsTheRequestAndStopsReadingOnlyForMore() {
    pipe.send(get("/x", "X-Business-Id: later"));
    assertThat(pipe.channel.config().isAutoRead()).isFalse(); // the end came, and has to wait
    assertThat(pipe.passed).isEmpty();

    deciding.lookup("later").complete("us-1");
    pipe.channel.runPendingTasks();

    assertThat(pipe.passed).containsExactly("event us-1", "GET /x > us-1", "end[]");
    assertThat(pipe.channel.config().isAutoRead()).isTrue();
  }

  @Test
  void rejection_isAnsweredAndTheConnectionGoesOn() {
    pipe.send(get("/closed"));

    assertThat(pipe.received())
        .startsWith("HTTP/1.1 403 Forbidden\r\n")
        .contains("content-type: application/problem+json\r\n")
        .doesNotContain("connection: close")
        .endsWith(
            "{\"type\":\"about:blank\",\"title\":\"Forbidden\",\"status\":403,"
                + "\"detail\":\"The request is not accepted.\",\"reason\":\"rejected\"}");
    assertThat(pipe.passed).isEmpty();
    assertThat(pipe.channel.attr(NettyRouting.DECISION).get().status()).hasValue(403);
    pipe.send(get("/plain"));
    assertThat(pipe.passed).containsExactly("event us-1", "GET /plain > us-1", "end[]");
  }

  @Test
  void rejectionOfHead_hasNoBody() {
    pipe.send("HEAD /closed HTTP/1.1\r\nHost: a\r\n\r\n");

    assertThat(pipe.received()).contains("content-length: ").endsWith("\r\n\r\n");
  }

  @Test
  void rejectionWithWholeBodyThere_keepsTheConnection() {
    pipe.send("POST /closed HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + get("/plain"));

    assertThat(pipe.received()).startsWith("HTTP/1.1 403").doesNotContain("connection: close");
    assertThat(pipe.passed).containsExactly("event us-1", "GET /plain > us-1", "end[]");
  }

  @Test
  void rejectionWithBodyToCome_dropsItAndCloses() {
    pipe.send("POST /closed HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc");
    assertThat(pipe.received()).startsWith("HTTP/1.1 403").contains("connection: close\r\n");
    assertThat(pipe.channel.isOpen()).isTrue();

    pipe.send("def");

    assertThat(pipe.channel.isOpen()).isFalse();
    assertThat(pipe.passed).isEmpty();
  }

  @Test
  void rejectionWithBodyThatNeverEnds_closesAfterAWhile() {
    pipe.channel.freezeTime();
    pipe.send("POST /closed HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc");
    pipe.channel.runPendingTasks();

    pipe.channel.advanceTimeBy(OwnAnswer.LINGER_MILLIS - 1, TimeUnit.MILLISECONDS);
    pipe.channel.runScheduledPendingTasks();
    assertThat(pipe.channel.isOpen()).isTrue();
    pipe.channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
    pipe.channel.runScheduledPendingTasks();

    assertThat(pipe.channel.isOpen()).isFalse();
    assertThat(pipe.received()).startsWith("HTTP/1.1 403");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /closed HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET /closed HTTP/1.0\r\n\r\n"
      })
  void rejectionOfALastRequest_closes(String request) {
    pipe.send(request);

    assertThat(pipe.received()).startsWith("HTTP/1.1 403");
    assertThat(pipe.channel.isOpen()).isFalse();
  }

  @Test
  void clientThatReadsNoAnswers_isReadNoMore() {
    pipe.buffer().setUserDefinedWritability(1, false);
    pipe.send(get("/closed") + get("/closed"));
    assertThat(pipe.channel.config().isAutoRead()).isFalse();
    assertThat(pipe.received()).isEmpty();

    pipe.buffer().setUserDefinedWritability(1, true);
    pipe.channel.runPendingTasks();

    assertThat(pipe.received().split("HTTP/1.1 403", -1)).hasSize(3);
    assertThat(pipe.channel.config().isAutoRead()).isTrue();
  }

  @Test
  void unreadableBody_isRefusedWithItsCause() {
    pipe.send(post("{\"id\":x}"));

    assertThat(pipe.received()).startsWith("HTTP/1.1 413").contains("(body-malformed)");
    assertThat(pipe.passed).isEmpty();
  }

  @Test
  void pipelinedRequest_waitsForTheAnswerBeforeIt() {
    pipe.send(get("/a", "X-Business-Id: later") + get("/b", "X-Business-Id: 2") + get("/closed"));
    assertThat(pipe.passed).isEmpty();
    deciding.lookup("later").complete("us-1");
    assertThat(pipe.passed).containsExactly("event us-1", "GET /a > us-1", "end[]");
    assertThat(pipe.channel.config().isAutoRead()).isFalse();
    pipe.passed.clear();

    pipe.write(Pipe.answer(200));
    pipe.channel.runPendingTasks();
    assertThat(pipe.passed).containsExactly("event eu-1", "GET /b > eu-1", "end[]");
    assertThat(pipe.received()).startsWith("HTTP/1.1 200 OK").doesNotContain("403");

    pipe.write(Pipe.answer(201));

    assertThat(pipe.received()).startsWith("HTTP/1.1 201").contains("HTTP/1.1 403");
    assertThat(pipe.channel.config().isAutoRead()).isTrue();
  }

  @Test
  void answerWithinTheHandlerBehind_letsTheNextRequestGo() {
    pipe.onMessage =
        () -> {
          if (pipe.passed.get(pipe.passed.size() - 1).equals("end[]")) {
            pipe.write(Pipe.answer(200));
          }
        };

    pipe.send(get("/plain").repeat(50));
    pipe.channel.runPendingTasks();

    assertThat(pipe.heads).hasSize(50);
    assertThat(pipe.received().split("HTTP/1.1 200", -1)).hasSize(51);
  }

  @Test
  void chunkedAnswer_endsWithItsLastPiece() {
    pipe.send(get("/plain") + get("/x", "X-Business-Id: 2"));
    HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    HttpUtil.setTransferEncodingChunked(head, true);
    pipe.write(head);
    pipe.write(new DefaultHttpContent(pipe.buffers.of("piece")));
    pipe.channel.runPendingTasks();
    assertThat(pipe.heads).hasSize(1);

    pipe.write(new DefaultLastHttpContent());
    pipe.channel.runPendingTasks();

    assertThat(pipe.heads).hasSize(2);
  }

  @Test
  void interimAnswer_doesNotEndTheRequest() {
    pipe.send(get("/plain") + get("/x", "X-Business-Id: 2"));
    pipe.write(Pipe.answer(103));
    HttpResponse hints =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.PROCESSING);
    pipe.write(hints);
    pipe.write(LastHttpContent.EMPTY_LAST_CONTENT);
    pipe.channel.runPendingTasks();
    assertThat(pipe.heads).hasSize(1);

    pipe.write(Pipe.answer(200));
    pipe.channel.runPendingTasks();

    assertThat(pipe.heads).hasSize(2);
  }

  @Test
  void clientThatLeavesWhileItsRequestIsHeld_leavesNothingBehind() {
    pipe.send(BODY_HEAD + "100\r\n\r\n{\"x\":1,");

    pipe.leave();

    assertThat(pipe.passed).isEmpty();
    assertThat(pipe.buffers.inUse()).isZero();
  }

  @Test
  void decisionAfterTheClientLeft_changesNothing() {
    pipe.send(
        "POST /x HTTP/1.1\r\nHost: a\r\nX-Business-Id: later\r\nContent-Length: 9\r\n\r\nabc");
    pipe.leave();

    deciding.lookup("later").complete("us-1");
    pipe.channel.runPendingTasks();

    assertThat(pipe.passed).isEmpty();
    assertThat(pipe.buffers.inUse()).isZero();
  }

  @Test
  void handlerRemovedWhileItHolds_closesTheConnection() {
    pipe.send(BODY_HEAD + "100\r\n\r\n{\"x\":1,");

    pipe.channel.pipeline().remove(RoutingHandler.class);

    assertThat(pipe.channel.isOpen()).isFalse();
    assertThat(pipe.passed).isEmpty();
  }

  @Test
  void handlerRemovedBetweenRequests_leavesTheConnection() {
    pipe.send(get("/plain"));
    pipe.write(Pipe.answer(200));

    pipe.channel.pipeline().remove(RoutingHandler.class);

    assertThat(pipe.channel.isOpen()).isTrue();
    assertThat(pipe.received()).startsWith("HTTP/1.1 200");
  }

  @Test
  void answerBeforeTheDecision_endsTheRequest() {
    pipe.send(BODY_HEAD + "7\r\n\r\n{\"x\":");
    FullHttpResponse late = Pipe.answer(408);

    pipe.write(late);
    pipe.send("1}" + get("/plain"));
    pipe.channel.runPendingTasks();

    assertThat(pipe.received()).startsWith("HTTP/1.1 408");
    assertThat(pipe.passed).containsExactly("event us-1", "GET /plain > us-1", "end[]");
  }

  @Test
  void bytesAfterSwitchingProtocols_goOnUntouched() {
    pipe.send(get("/plain", "Connection: upgrade", "Upgrade: other"));
    pipe.write(Pipe.answer(101));
    ChannelHandlerContext codec = pipe.channel.pipeline().context(HttpServerCodec.class);
    pipe.passed.clear();

    codec.fireChannelRead("frame");
    codec.fireChannelRead(Unpooled.EMPTY_BUFFER);
    pipe.channel.writeOutbound("frame back");

    assertThat(pipe.heads).hasSize(1);
    assertThat(pipe.channel.outboundMessages()).contains("frame back");
    pipe.channel.releaseOutbound();
  }

  @Test
  void connect_isATunnelOnceItIsAnswered() {
    pipe.send("CONNECT plain:1 HTTP/1.1\r\nHost: a\r\nX-Business-Id: 1\r\n\r\n");
    assertThat(pipe.passed).containsExactly("event us-1", "CONNECT plain:1 > us-1", "end[]");
    FullHttpResponse established = Pipe.answer(200);
    pipe.write(established);
    pipe.passed.clear();

    pipe.send(get("/plain"));

    assertThat(pipe.passed).containsExactly("GET /plain > us-1", "end[]");
  }
}
