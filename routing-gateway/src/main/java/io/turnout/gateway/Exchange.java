// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.RoutingAttempt;
import io.turnout.decision.Outcome;
import io.turnout.decision.RouteDecision;
import io.turnout.request.BodyPresence;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request from its head to the end of its answer: decided, forwarded or refused, and told of.
 *
 * <p>Everything happens on the event loop of the client's connection.
 */
final class Exchange {

  private static final Logger logger = LoggerFactory.getLogger(Exchange.class);

  private final Service service;
  private final HttpServerRequest request;
  private final ClientConnection connection;
  private final ClientStream stream;
  private final GatewayHead head;
  private final RequestBody body;
  private final Watch watch;
  private final long startedAtMillis = System.currentTimeMillis();
  private final long started = System.nanoTime();

  private @Nullable RoutingAttempt attempt;
  private final KeptBody kept;
  private ExchangeRecord.Passage passage = ExchangeRecord.Passage.NONE;
  private @Nullable CellCall call;
  private @Nullable RouteDecision decision;
  private @Nullable Trouble trouble;
  private long decisionNanos;
  private long bytesOut;
  private boolean continued;
  private boolean answering;
  private boolean over;

  Exchange(Service service, HttpServerRequest request, ClientConnection connection) {
    this.service = service;
    this.request = request;
    this.connection = connection;
    stream = new ClientStream(connection, request);
    head = new GatewayHead(request, connection.peerNames());
    body = new RequestBody(request, head.body() == BodyPresence.NONE);
    kept = new KeptBody(service.config().limits().bodyKeptBytes());
    watch = new Watch(service.vertx(), this::overdue);
  }

  /** Begins; call it in the engine's call for the request. */
  void begin() {
    connection.began();
    request.response().exceptionHandler(failure -> clientGone());
    request.response().closeHandler(closed -> clientGone());
    Trouble wrong = HeadCheck.of(request, service.config().limits());
    WireTarget target = WireTarget.of(head.method(), head.target());
    if (wrong != null || target == null) {
      takeNoMore();
      refuse(wrong != null ? wrong : Trouble.BAD_REQUEST);
      return;
    }
    RoutingAttempt begun;
    try {
      begun = service.router().begin(head);
    } catch (RuntimeException e) {
      logger.error("a request could not be decided", e);
      refuse(Trouble.INTERNAL);
      return;
    }
    attempt = begun;
    if (begun.isDecided()) {
      decided(begun.decisionNow(), target);
    } else if (begun.needsBody()) {
      readBody(begun, target);
    } else {
      awaitDecision(begun, target);
    }
  }

  /** What comes behind a request that nobody can be sure to have read is not believed either. */
  private void takeNoMore() {
    if (request.version() != HttpVersion.HTTP_2) {
      connection.takeNoMore();
    }
  }

  /** Whether the connection is of no more use once this is answered. */
  boolean isLast() {
    return connection.isClosing();
  }

  private void readBody(RoutingAttempt begun, WireTarget target) {
    if (body.ended()) {
      begun.end();
      awaitDecision(begun, target);
      return;
    }
    HeldBody holding =
        new HeldBody(body, kept, begun, watch::moved, () -> awaitDecision(begun, target));
    watch.await(Wait.BODY_TO_DECIDE, service.timeouts().idle());
    if (expectsContinue()) {
      sendContinue();
    }
    body.goTo(holding);
  }

  private void awaitDecision(RoutingAttempt begun, WireTarget target) {
    if (begun.isDecided()) {
      decided(begun.decisionNow(), target);
      return;
    }
    watch.await(Wait.DECISION, service.timeouts().idle());
    begun
        .decision()
        .whenComplete(
            (made, failure) ->
                service.context().runOnContext(v -> decidedLater(made, failure, target)));
  }

  private void decidedLater(
      @Nullable RouteDecision made, @Nullable Throwable failure, WireTarget target) {
    if (over || answering) {
      return;
    }
    if (made == null) {
      logger.error("a request could not be decided", failure);
      refuse(Trouble.INTERNAL);
    } else {
      decided(made, target);
    }
  }

  private void decided(RouteDecision made, WireTarget target) {
    decision = made;
    decisionNanos = System.nanoTime() - started;
    if (made.outcome() == Outcome.REJECT) {
      refuse(Refusal.of(made));
      return;
    }
    Destination to = destination(made);
    if (to == null) {
      refuse(Trouble.NO_ORIGIN);
    } else {
      forward(to, target);
    }
  }

  private void forward(Destination to, WireTarget target) {
    CellCall forwarding = new CellCall(this, to, target);
    call = forwarding;
    forwarding.start();
  }

  /** Where a decision sends the request; null if that has no address here. */
  private @Nullable Destination destination(RouteDecision made) {
    if (made.outcome() == Outcome.AUTHORITY) {
      return service.authority().map(tier -> new ToAuthority(this, tier, made)).orElse(null);
    }
    return made.cell()
        .flatMap(
            cell ->
                service
                    .cells()
                    .endpoints(cell)
                    .map(endpoints -> new ToCell(this, made, cell, endpoints)))
        .orElse(null);
  }

  /**
   * The cell does not hold the key. The request is sent again, once, if all that has come of it is
   * still there and another place is known for it; else the client gets the cell's answer.
   */
  void misdirected(CellCall wrong, HttpClientResponse answer) {
    RouteDecision used = Objects.requireNonNull(decision, "decision");
    CompletionStage<Optional<RouteDecision>> better = service.router().correct(used);
    if (passage.wrongCell().isPresent() || !kept.isWhole()) {
      wrong.relay(answer);
      return;
    }
    answer.pause();
    wrong.holdBody();
    watch.await(Wait.CORRECTION, service.timeouts().idle());
    better.whenComplete(
        (found, failure) ->
            service
                .context()
                .runOnContext(
                    soon ->
                        corrected(
                            wrong,
                            answer,
                            failure == null ? found : Optional.<RouteDecision>empty())));
  }

  private void corrected(
      CellCall wrong, HttpClientResponse answer, Optional<RouteDecision> better) {
    if (over || answering) {
      return;
    }
    @Nullable Destination to = better.map(this::destination).orElse(null);
    if (better.isEmpty() || to == null || !kept.isWhole()) {
      wrong.relay(answer);
      return;
    }
    passage = passage.corrected(Objects.requireNonNull(decision, "decision").cell());
    decision = better.get();
    wrong.abandon();
    wrong.over(Optional.empty());
    forward(to, wrong.target());
  }

  /**
   * Adds what the final answer has to say besides, whoever gives it: what it teaches the router
   * that handed the request on, and cookies to the client.
   */
  void tell(MultiMap fields) {
    if (decision != null) {
      decision.setCookies().forEach(cookie -> fields.add(HttpHeaders.SET_COOKIE, cookie));
      service
          .router()
          .teaching(decision)
          .ifPresent(lesson -> fields.add(lesson.name(), lesson.value()));
    }
  }

  /** The address of the client as far as it is proven, else the peer's. */
  Optional<InetAddress> client() {
    return Optional.ofNullable(decision)
        .flatMap(made -> made.client().address())
        .or(() -> Optional.ofNullable(head.remoteAddress()).map(InetSocketAddress::getAddress));
  }

  /** Notes to which origin of the authority tier the request goes. */
  void handedTo(String origin) {
    passage = passage.handedTo(origin);
  }

  /** Notes how many routes the answer of the authority tier taught. */
  void learnt(int routes) {
    passage = passage.learnt(routes);
  }

  Service service() {
    return service;
  }

  HttpServerRequest request() {
    return request;
  }

  /** What it has of the client's connection. */
  ClientStream stream() {
    return stream;
  }

  GatewayHead head() {
    return head;
  }

  RequestBody body() {
    return body;
  }

  Watch watch() {
    return watch;
  }

  /** What has come of the body and may have to be sent. */
  KeptBody kept() {
    return kept;
  }

  /** Whether nobody waits for anything of this exchange any more. */
  boolean isOver() {
    return over;
  }

  /** Whether the client waits for leave to send the body, and has it not yet. */
  boolean expectsContinue() {
    return !continued
        && !body.ended()
        && request.version() != HttpVersion.HTTP_1_0
        && request.headers().contains(HttpHeaders.EXPECT)
        && EndToEnd.lists(request.headers(), "Expect", "100-continue");
  }

  /** Whether the client was given leave to send the body. */
  boolean isContinued() {
    return continued;
  }

  /** Gives the client leave to send the body. */
  void sendContinue() {
    continued = true;
    request.response().writeContinue();
  }

  /** Notes that the answer begins. */
  void answering() {
    answering = true;
  }

  /** Whether the answer has begun. */
  boolean isAnswering() {
    return answering;
  }

  /** Counts bytes of the answer's body. */
  void sent(long bytes) {
    bytesOut += bytes;
  }

  /** Answers with what went wrong, or breaks off if an answer has begun. */
  void refuse(Trouble what) {
    if (over) {
      return;
    }
    Trouble told = call == null ? what : call.told(what);
    trouble = told;
    if (answering) {
      breakOff();
    } else {
      refuse(told.refusal());
    }
  }

  private void refuse(Refusal refusal) {
    answering = true;
    cancel();
    new OwnAnswer(this, refusal).send();
  }

  /** Gives up what is under way; call it once nothing that this causes can be told any more. */
  private void cancel() {
    if (attempt != null && !attempt.isDecided()) {
      attempt.cancel();
    }
    kept.drop();
    if (call != null) {
      call.over(Optional.ofNullable(trouble));
      call.abandon();
    }
  }

  private void breakOff() {
    end(ExchangeRecord.Ending.BROKEN_OFF);
    cancel();
    stream.breakOff();
  }

  private void clientGone() {
    if (!over) {
      body.lost();
      end(ExchangeRecord.Ending.CLIENT_CLOSED);
      cancel();
    }
  }

  private void overdue(Wait what) {
    if (over) {
      return;
    }
    if (what == Wait.LINGER) {
      doneAndClose();
    } else if (what == Wait.PROGRESS && isClientStalled()) {
      refuse(Trouble.CLIENT_STALLED);
    } else {
      refuse(what.trouble());
    }
  }

  private boolean isClientStalled() {
    HttpServerResponse response = request.response();
    return !response.ended() && response.writeQueueFull();
  }

  /** The answer is sent whole, and the body has come whole: the connection is free again. */
  void done() {
    end(ExchangeRecord.Ending.ANSWERED);
  }

  /** The answer is sent whole, and what is left of the request is of no more use. */
  void doneAndClose() {
    end(ExchangeRecord.Ending.ANSWERED);
    cancel();
    stream.close();
  }

  private void end(ExchangeRecord.Ending ending) {
    if (over) {
      return;
    }
    over = true;
    if (call != null) {
      call.over(Optional.ofNullable(trouble));
    }
    watch.stop();
    connection.ended();
    int status = answering ? request.response().getStatusCode() : 0;
    ExchangeRecord told =
        new ExchangeRecord(
            startedAtMillis,
            head.method(),
            head.target(),
            client(),
            status,
            ending,
            body.bytes(),
            bytesOut,
            System.nanoTime() - started,
            decisionNanos,
            Optional.ofNullable(decision),
            Optional.ofNullable(trouble).map(what -> what.refusal().reason()),
            passage);
    try {
      service.listener().onExchange(told);
    } catch (RuntimeException e) {
      logger.warn("exchange listener failed", e);
    }
  }
}
