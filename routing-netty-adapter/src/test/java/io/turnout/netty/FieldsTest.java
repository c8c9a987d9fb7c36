// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.turnout.decision.Outcome;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.TurnoutHeaders;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The fields between routers: taken off, added, learnt from. */
class FieldsTest {

  private static final String FORGED =
      """
      Turnout-Key: "business:2";rule="header"
      TURNOUT_HOPS: 9
      tUrNoUt-Foo: x
      turnout_client: "1.1.1.1"
      Turnouts: stays
      X: y
      """
          .replace("\n", "\r\n");
  private static final String CHUNK_AND_TRAILERS =
      """
      Transfer-Encoding: chunked

      1
      a
      0
      Turnout-Key: x
      turnout_x: y
      Kept: z

      """
          .replace("\n", "\r\n");
  private static final String GET = "GET /plain HTTP/1.1\r\nHost: a\r\n";
  private static final String BUSINESS_3 = "GET /x HTTP/1.1\r\nHost: a\r\nX-Business-Id: 3\r\n";

  private final Buffers buffers = new Buffers();
  private Deciding deciding = Deciding.standalone();
  private Pipe pipe = new Pipe(NettyRouting.of(deciding.router()), buffers);

  @AfterEach
  void close() {
    pipe.close();
    deciding.close();
  }

  private void standAt(Deciding place) {
    close();
    deciding = place;
    pipe = new Pipe(NettyRouting.of(place.router()), buffers);
  }

  private HttpHeaders fields() {
    return pipe.heads.get(pipe.heads.size() - 1).headers();
  }

  @Test
  void fieldsOfClients_areTakenOffInEverySpelling() {
    pipe.send(GET + FORGED + "\r\n");

    assertThat(fields().names()).containsExactlyInAnyOrder("Host", "Turnouts", "X");
  }

  @Test
  void fieldsInTrailersOfRequests_areTakenOff() {
    pipe.send("POST /plain HTTP/1.1\r\nHost: a\r\n" + CHUNK_AND_TRAILERS);

    assertThat(pipe.passed).endsWith("end[Kept]");
  }

  @Test
  void fieldsInTrailersOfHeldRequests_areTakenOff() {
    pipe.send("POST /x HTTP/1.1\r\nHost: a\r\nX-Business-Id: later\r\n" + CHUNK_AND_TRAILERS);
    deciding.lookup("later").complete("us-1");

    assertThat(pipe.passed).endsWith("end[Kept]");
  }

  @Test
  void fieldsOfCells_areTakenOffAnswersAndTrailers() {
    pipe.send(GET + "\r\n");
    HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    head.headers().add("Turnout-Route", "x").add("TURNOUT_CELL", "y").add("Kept", "z");
    HttpUtil.setTransferEncodingChunked(head, true);
    LastHttpContent last = new DefaultLastHttpContent();
    last.trailingHeaders().add("Turnout-Route", "x").add("Also-Kept", "z");

    pipe.write(head);
    pipe.write(last);

    assertThat(pipe.received())
        .contains("Kept: z\r\n", "Also-Kept: z\r\n")
        .doesNotContainIgnoringCase("turnout");
  }

  @Test
  void fieldsOfInterimAnswers_areTakenOff() {
    pipe.send(GET + "\r\n");
    FullHttpResponse hints = Pipe.answer(103);
    hints.headers().add("Turnout-Route", "x").add("Link", "z");

    pipe.write(hints);
    pipe.write(Pipe.answer(200));

    assertThat(pipe.received()).contains("Link: z").doesNotContainIgnoringCase("turnout");
  }

  @Test
  void answerToNoRequest_isStrippedToo() {
    FullHttpResponse late = Pipe.answer(408);
    late.headers().add("Turnout-Cell", "\"us-1\"");

    pipe.write(late);

    assertThat(pipe.received()).startsWith("HTTP/1.1 408").doesNotContain("Turnout");
  }

  @Test
  void requestToTheAuthority_saysWhyAndWhat() {
    standAt(Deciding.edge());

    pipe.send(BUSINESS_3 + FORGED + "\r\n");

    assertThat(pipe.passed).startsWith("event authority", "GET /x > authority");
    assertThat(fields().getAll("turnout-key"))
        .singleElement()
        .asString()
        .startsWith("\"business:3\";rule=\"header\"");
    assertThat(fields().getAll("turnout-reason")).containsExactly("miss");
    assertThat(fields().getAll("turnout-hops")).containsExactly("1");
    assertThat(fields().contains("turnout_client")).isFalse();
  }

  @Test
  void answerOfTheAuthority_teaches() {
    standAt(Deciding.edge());
    learn("eu-1", 3);

    pipe.send(BUSINESS_3 + "\r\n");

    assertThat(pipe.passed).contains("GET /x > eu-1");
    assertThat(fields().names()).noneMatch(TurnoutHeaders::isTurnout);
  }

  @Test
  void answerOfACell_teachesNothing() {
    pipe.send(GET + "\r\n");
    FullHttpResponse answer = Pipe.answer(200);
    String route = "\"business:later\";cell=\"eu-1\";fresh-for=60;expire-after=600;version=3";
    answer.headers().add("Turnout-Route", route);
    pipe.write(answer);

    pipe.send("GET /x HTTP/1.1\r\nHost: a\r\nX-Business-Id: later\r\n\r\n");

    assertThat(pipe.heads).hasSize(1);
    assertThat(deciding.later).containsKey("later");
  }

  @Test
  void wrongCell_isCorrectedForTheSameRequest() throws Exception {
    pipe.send("GET /x HTTP/1.1\r\nHost: a\r\nX-Business-Id: 1\r\n\r\n");
    deciding.routes.put("1", "eu-1");

    Optional<RouteDecision> better = correct(pipe.heads.get(0));

    assertThat(better.orElseThrow().cell()).hasValue("eu-1");
    assertThat(pipe.channel.attr(NettyRouting.DECISION).get()).isSameAs(better.get());
  }

  @Test
  void wrongCellWithoutABetterOne_isPassedOn() throws Exception {
    pipe.send("GET /x HTTP/1.1\r\nHost: a\r\nX-Business-Id: 1\r\n\r\n");

    assertThat(correct(pipe.heads.get(0))).isEmpty();
    FullHttpResponse answer = Pipe.answer(421);
    answer.headers().add("Turnout-Cell", "\"eu-1\"");
    pipe.write(answer);

    assertThat(pipe.received()).startsWith("HTTP/1.1 421").doesNotContain("Turnout");
  }

  @Test
  void wrongCellAtAnEdge_isHandedOnAndTeaches() throws Exception {
    standAt(Deciding.edge());
    learn("us-1", 3);
    pipe.send(BUSINESS_3 + FORGED + "\r\n");
    assertThat(pipe.passed).endsWith("GET /x > us-1", "end[]");
    HttpRequest again = pipe.heads.get(1);
    again.headers().add("Turnout-Reason", "stale");

    Optional<RouteDecision> better = correct(again);

    assertThat(better.orElseThrow().outcome()).isEqualTo(Outcome.AUTHORITY);
    assertThat(fields().getAll("turnout-reason")).containsExactly("wrong-cell");
    assertThat(fields().contains("turnout-hops")).isTrue();
    pipe.write(taught("eu-1", 4));
    assertThat(pipe.received()).doesNotContain("Turnout");
    pipe.send(BUSINESS_3 + "\r\n");
    assertThat(pipe.passed).contains("GET /x > eu-1");
  }

  private void learn(String cell, int version) {
    pipe.send(BUSINESS_3 + "\r\n");
    pipe.write(taught(cell, version));
    assertThat(pipe.received()).doesNotContain("Turnout");
  }

  private static FullHttpResponse taught(String cell, int version) {
    FullHttpResponse answer = Pipe.answer(200);
    String life = "fresh-for=60;expire-after=600;version=" + version;
    answer.headers().add("Turnout-Route", "\"business:3\";cell=\"" + cell + "\";" + life);
    return answer;
  }

  @Test
  void correctingWithoutARequest_fails() {
    assertThat(NettyRouting.correct(pipe.channel, Pipe.answer(200)).toCompletableFuture())
        .isCompletedExceptionally();
  }

  private Optional<RouteDecision> correct(HttpRequest again) throws Exception {
    CompletableFuture<Optional<RouteDecision>> corrected =
        NettyRouting.correct(pipe.channel, again).toCompletableFuture();
    pipe.channel.runPendingTasks();
    return corrected.get();
  }
}
