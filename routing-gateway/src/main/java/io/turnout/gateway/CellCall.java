// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Timeouts;
import io.turnout.request.BodyPresence;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request on its way to its cell or to the authority tier, until the answer begins. */
final class CellCall implements RequestBody.Taker {

  private static final Set<HttpMethod> SAFE =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
  private static final String WEBSOCKET = "websocket";
  private static final String TE = "TE";
  private static final String TRAILERS = "trailers";
  private static final String VIA = "turnout";

  private final Exchange exchange;
  private final HttpServerRequest request;
  private final RequestBody body;
  private final Watch watch;
  private final Timeouts timeouts;
  private final Destination to;
  private final WireTarget target;
  private final boolean bodiless;
  private final boolean upgrading;

  private final long decided = System.nanoTime();

  private @Nullable HttpClientRequest upstream;
  private boolean keptConnection;
  private boolean repeated;
  private boolean abandoned;
  private boolean sentWhole;
  private boolean answered;
  private boolean answeredWhole;
  private boolean answerLost;
  private boolean restOnly;
  private boolean restLost;
  private boolean bodyHeld;

  CellCall(Exchange exchange, Destination to, WireTarget target) {
    this.exchange = exchange;
    this.to = to;
    this.target = target;
    request = exchange.request();
    body = exchange.body();
    watch = exchange.watch();
    timeouts = exchange.service().timeouts();
    bodiless = exchange.head().body() == BodyPresence.NONE;
    upgrading = bodiless && asksForWebSocket(request);
  }

  private static boolean asksForWebSocket(HttpServerRequest request) {
    return request.version() == HttpVersion.HTTP_1_1
        && request.method().equals(HttpMethod.GET)
        && request.headers().contains(HttpHeaders.UPGRADE, WEBSOCKET, true)
        && EndToEnd.lists(request.headers(), "Connection", "upgrade");
  }

  void start() {
    watch.await(Wait.FORWARD, timeToForward());
    HttpMethod method = request.method();
    Future<HttpClientRequest> opening =
        upgrading ? to.upgrade(method, target.text()) : to.request(method, target.text());
    opening.onSuccess(this::opened).onFailure(this::notOpened);
  }

  /** What is left of the time from the decision to the head of the request leaving for the cell. */
  private Duration timeToForward() {
    return timeouts.forward().minusNanos(System.nanoTime() - decided);
  }

  private void notOpened(Throwable failure) {
    if (abandoned) {
      return;
    }
    if (failure instanceof ConnectionPoolTooBusyException) {
      exchange.refuse(Trouble.CELL_BUSY);
    } else if (to.unreachable(failure) && !timeToForward().isNegative()) {
      start();
    } else {
      exchange.refuse(Trouble.CELL_UNREACHABLE);
    }
  }

  private void opened(HttpClientRequest opened) {
    if (abandoned) {
      CellStream.giveBack(opened);
      return;
    }
    upstream = opened;
    keptConnection = to.isKept(opened.connection());
    opened.exceptionHandler(failure -> failed(opened, failure));
    opened.response().onSuccess(this::answered).onFailure(failure -> failed(opened, failure));
    opened.continueHandler(go -> cellContinues());
    opened.earlyHintsHandler(this::hinted);
    fields(opened.headers());
    if (opened.version() != HttpVersion.HTTP_2) {
      send(opened);
    } else if (CellStream.adapt(opened, target)) {
      send(opened);
    } else {
      exchange.refuse(Trouble.BAD_REQUEST);
    }
  }

  private void fields(MultiMap out) {
    MultiMap in = request.headers();
    EndToEnd rules = EndToEnd.of(in);
    rules.copy(in, out);
    String host = target.host() != null ? target.host() : exchange.head().authority();
    if (host != null) {
      out.set(HttpHeaders.HOST, host);
    }
    if (exchange.isContinued()) {
      out.remove(HttpHeaders.EXPECT);
    }
    if (EndToEnd.lists(in, TE, TRAILERS)) {
      out.add(TE, TRAILERS);
      out.add(HttpHeaders.CONNECTION, TE);
    }
    if (upgrading) {
      out.set(HttpHeaders.CONNECTION, HttpHeaders.UPGRADE);
      out.add(HttpHeaders.UPGRADE, WEBSOCKET);
    }
    out.add("Via", received() + VIA);
    to.tell(out);
  }

  private String received() {
    return switch (request.version()) {
      case HTTP_1_0 -> "1.0 ";
      case HTTP_1_1 -> "1.1 ";
      case HTTP_2 -> "2.0 ";
    };
  }

  private void send(HttpClientRequest out) {
    if (upgrading) {
      out.connect();
      forwarded(Wait.ANSWER, Future.succeededFuture());
    } else if (bodiless) {
      sentWhole = true;
      forwarded(Wait.ANSWER, out.end());
    } else {
      out.setChunked(!request.headers().contains(HttpHeaders.CONTENT_LENGTH));
      sendBody(out);
    }
  }

  private void sendBody(HttpClientRequest out) {
    Buffer start = exchange.kept().all();
    if (body.ended()) {
      sentWhole = true;
      forwarded(Wait.ANSWER, start == null ? out.end() : out.end(start));
    } else {
      forwarded(Wait.BODY_FROM_CLIENT, start == null ? out.sendHead() : out.write(start));
      body.goTo(this);
      throttle(out);
    }
  }

  private void forwarded(Wait next, Future<Void> headSent) {
    headSent.onSuccess(
        sent -> {
          if (!abandoned && !answered && watch.awaited() == Wait.FORWARD) {
            await(next);
          }
        });
  }

  private void await(Wait what) {
    watch.await(what, what == Wait.ANSWER ? timeouts.firstByte() : timeouts.idle());
  }

  @Override
  public void piece(Buffer piece) {
    HttpClientRequest out = upstream;
    if (out == null || abandoned) {
      return;
    }
    moved();
    exchange.kept().keep(piece);
    out.write(piece);
    throttle(out);
  }

  private void throttle(HttpClientRequest out) {
    if (sentWhole || !out.writeQueueFull()) {
      return;
    }
    body.pause();
    waitForBody(Wait.BODY_TO_CELL);
    out.drainHandler(
        drained -> {
          if (!abandoned && out.equals(upstream) && !bodyHeld) {
            moved();
            waitForBody(Wait.BODY_FROM_CLIENT);
            body.resume();
          }
        });
  }

  /**
   * Notes that the body moves; neither leaving for the cell nor lingering may take longer for it.
   */
  private void moved() {
    if (!restOnly && watch.awaited() != Wait.FORWARD) {
      watch.moved();
    }
  }

  private void waitForBody(Wait what) {
    if (!answered && watch.awaited() != Wait.FORWARD) {
      await(what);
    }
  }

  @Override
  public void end() {
    if (upstream == null || abandoned) {
      return;
    }
    sentWhole = true;
    Future<Void> sent = upstream.end();
    if (restOnly) {
      exchange.done();
    } else if (!answered) {
      if (watch.awaited() != Wait.FORWARD) {
        await(Wait.ANSWER);
      }
      forwarded(Wait.ANSWER, sent);
    }
  }

  private void cellContinues() {
    if (!abandoned && !answered && exchange.expectsContinue()) {
      exchange.sendContinue();
    }
  }

  private void hinted(MultiMap hints) {
    boolean wanted = !abandoned && !answered && request.version() != HttpVersion.HTTP_1_0;
    if (!wanted || request.response().writeQueueFull() || !FieldName.areValid(hints)) {
      return;
    }
    MultiMap kept = EndToEnd.kept(hints);
    kept.remove(HttpHeaders.SET_COOKIE); // the answer may turn out to be one of a wrong cell
    if (!Http2.isSpokenBy(request)) {
      request.response().writeEarlyHints(kept);
    } else if (Http2.canCarry(kept)) {
      request.response().writeEarlyHints(Http2.named(kept));
    }
  }

  private void answered(HttpClientResponse answer) {
    if (abandoned || upstream == null) {
      return;
    }
    answered = true;
    answer.exceptionHandler(failure -> answerLost = true);
    int status = answer.statusCode();
    if (upgrading && status == 101) {
      to.learn(answer);
      new Tunnel(exchange, answer).open();
    } else if (status < 200 || !isReadable(answer)) {
      exchange.refuse(Trouble.CELL_FAILED);
    } else if (to.refusesAsWrong(answer)) {
      exchange.misdirected(this, answer);
    } else {
      to.learn(answer);
      relay(answer);
    }
  }

  /** The target as it goes on. */
  WireTarget target() {
    return target;
  }

  /** Lets the body stand still, so that all that has come of it stays kept. */
  void holdBody() {
    bodyHeld = true;
    body.pause();
  }

  /** Lets the answer go on to the client. */
  void relay(HttpClientResponse answer) {
    if (bodyHeld) {
      bodyHeld = false;
      body.resume();
    }
    exchange.kept().drop();
    if (answerLost) {
      exchange.refuse(Trouble.CELL_FAILED);
    } else {
      new AnswerRelay(exchange, this, answer).start();
    }
  }

  /** What the client is told of something that went wrong on the way. */
  Trouble told(Trouble what) {
    return to.told(what);
  }

  private boolean isReadable(HttpClientResponse answer) {
    if (answer.statusCode() > 999 || !isText(answer.statusMessage())) {
      return false;
    }
    MultiMap fields = answer.headers();
    boolean oneFraming =
        !fields.contains(HttpHeaders.TRANSFER_ENCODING)
            || HeadCheck.isChunkedAlone(fields.getAll(HttpHeaders.TRANSFER_ENCODING));
    return oneFraming
        && FieldName.areValid(fields)
        && (!Http2.isSpokenBy(request) || Http2.canCarry(fields));
  }

  private static boolean isText(String reasonPhrase) {
    return reasonPhrase.chars().allMatch(c -> c == '\t' || c >= ' ' && c != 0x7f);
  }

  private void failed(HttpClientRequest out, Throwable failure) {
    if (!out.equals(upstream)) {
      return; // it was sent again, and the one before is told of more than once
    }
    if (abandoned || answered) {
      restLost = true;
      if (restOnly && !exchange.isOver()) {
        body.drop(exchange::doneAndClose);
      }
      return;
    }
    boolean stale =
        keptConnection
            && failure instanceof HttpClosedException
            && bodiless
            && SAFE.contains(request.method());
    boolean untouched =
        CellStream.isUntouched(out, failure) && (bodiless || exchange.kept().isWhole());
    if ((stale || untouched) && !repeated && !timeToForward().isNegative()) {
      repeat();
      return;
    }
    exchange.refuse(Trouble.CELL_FAILED);
  }

  /** Sends the request again, with all that has come of its body. */
  private void repeat() {
    repeated = true;
    upstream = null;
    sentWhole = false;
    body.pause();
    start();
  }

  /** Ends the conversation with the cell, whatever it has come to. */
  void abandon() {
    if (abandoned) {
      return;
    }
    abandoned = true;
    if (upstream != null && !(sentWhole && answeredWhole)) {
      CellStream.end(upstream);
    }
  }

  /**
   * Notes that nothing is under way to the destination any more.
   *
   * @param what what went wrong; empty if nothing did
   */
  void over(Optional<Trouble> what) {
    to.over(what);
  }

  /** The answer was sent whole and the request was not: gives the client a while to finish it. */
  void awaitRestOfBody() {
    watch.await(Wait.LINGER, timeouts.linger());
    if (abandoned || upstream == null || restLost) {
      body.drop(exchange::doneAndClose);
    } else {
      restOnly = true;
    }
  }

  /** The cell's answer has come whole. */
  void answerEnded() {
    answeredWhole = true;
    if (upgrading && upstream != null) {
      upstream.connection().close();
    }
  }
}
