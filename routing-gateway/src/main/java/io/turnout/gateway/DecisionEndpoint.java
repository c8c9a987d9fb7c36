// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.turnout.RoutingAttempt;
import io.turnout.client.Client;
import io.turnout.decision.Outcome;
import io.turnout.decision.RouteDecision;
import io.turnout.gateway.config.DecisionSettings;
import io.turnout.gateway.config.Limits;
import io.turnout.request.RequestHead;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decision endpoint on a port of its own: it tells other proxies what this gateway would do
 * with a request. It is shown no body, so what only a body could tell it declines.
 */
final class DecisionEndpoint {

  static final String PATH = "/.well-known/turnout/decide";
  static final String TOKEN = "Decision-Token";
  static final String OUTCOME = "Decision-Outcome";
  static final String CELL = "Decision-Cell";
  static final String STATUS = "Decision-Status";
  static final String REASON = "Decision-Reason";
  static final String DETAIL = "Decision-Detail";
  static final String CLIENT = "Decision-Client";
  static final String TAGS = "Decision-Tags";
  static final String STAGES = "Decision-Stages";
  static final String LABELS = "Decision-Labels";

  /** Before the number of one of the values of {@code Set-Cookie}, counted from 1. */
  static final String SET_COOKIE = "Decision-Set-Cookie-";

  private static final Logger logger = LoggerFactory.getLogger(DecisionEndpoint.class);

  /** What lets proxies pass a request on, and what stops them. */
  private static final int PASS = 200;

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private static final int STOP = 403;
  private static final int BAD_REQUEST = 400;

  private final Function<RequestHead, RoutingAttempt> deciding;
  private final DecisionSettings settings;

  private DecisionEndpoint(
      Function<RequestHead, RoutingAttempt> deciding, DecisionSettings settings) {
    this.deciding = deciding;
    this.settings = settings;
  }

  /**
   * Starts to listen.
   *
   * @param limits how long a target and fields may be, which are both fields here
   * @param deciding who decides, with a body limit of 0
   */
  static Future<HttpServer> start(
      Vertx vertx,
      DecisionSettings settings,
      Limits limits,
      Function<RequestHead, RoutingAttempt> deciding) {
    DecisionEndpoint endpoint = new DecisionEndpoint(deciding, settings);
    HttpServerOptions options =
        new HttpServerOptions()
            .setMaxInitialLineLength(limits.requestLineBytes())
            .setMaxHeaderSize(limits.headerBytes() + 2 * limits.requestLineBytes());
    return PrivatePort.listen(
        vertx, settings.address(), options, Optional.empty(), endpoint::requested);
  }

  private void requested(HttpServerRequest request) {
    Optional<Refusal> refused =
        PrivatePort.refusal(
            request,
            new PrivatePort.Gate(settings.token(), false),
            request.headers().getAll(TOKEN));
    if (refused.isPresent()) {
      PrivatePort.refuse(request, refused.get());
    } else if (!request.uri().equals(PATH)) {
      PrivatePort.refuse(request, new Refusal(404, "not-found", "There is nothing at this path."));
    } else if (!isRead(request.method())) {
      request.response().putHeader(HttpHeaders.ALLOW, "GET, HEAD");
      PrivatePort.refuse(
          request, new Refusal(405, "method-not-allowed", "The method is none for this path."));
    } else {
      decide(request);
    }
  }

  private static boolean isRead(HttpMethod method) {
    return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
  }

  private void decide(HttpServerRequest request) {
    ConveyedHead head;
    try {
      head = ConveyedHead.of(request.headers());
    } catch (ConveyedHead.UnusableException e) {
      PrivatePort.refuse(
          request,
          new Refusal(
              BAD_REQUEST, "bad-request", "What is conveyed is not understood: " + e.getMessage()));
      return;
    }
    if (WireTarget.of(head.method(), head.target()) == null) {
      stop(request, BAD_REQUEST, Trouble.BAD_REQUEST.refusal().reason());
      request.response().end();
      return;
    }
    RoutingAttempt attempt;
    try {
      attempt = decided(head);
    } catch (RuntimeException e) {
      fail(request, e);
      return;
    }
    if (attempt.isDecided()) {
      answer(request, attempt.decisionNow());
    } else {
      Context context = Vertx.currentContext();
      request.response().exceptionHandler(gone -> attempt.cancel());
      attempt
          .decision()
          .whenComplete(
              (made, failure) -> context.runOnContext(now -> answerLater(request, made, failure)));
    }
  }

  /** The attempt, which has seen more of the body than its limit allows if it asked for any. */
  private RoutingAttempt decided(RequestHead head) {
    RoutingAttempt attempt = deciding.apply(head);
    if (attempt.needsBody()) {
      attempt.offer(ByteBuffer.wrap(new byte[1]));
    }
    if (attempt.needsBody()) {
      throw new IllegalStateException("an attempt with a body limit of 0 asks for more");
    }
    return attempt;
  }

  private static void answerLater(
      HttpServerRequest request, @Nullable RouteDecision made, @Nullable Throwable failure) {
    if (request.response().ended() || request.response().closed()) {
      return;
    }
    if (made == null) {
      fail(request, failure);
    } else {
      answer(request, made);
    }
  }

  private static void answer(HttpServerRequest request, RouteDecision made) {
    if (made.outcome() == Outcome.REJECT) {
      stop(request, made.status().orElseThrow(), Refusal.of(made).reason());
    } else {
      HttpServerResponse response = PrivatePort.begun(request, PASS);
      response.putHeader(OUTCOME, made.outcome().text());
      made.cell().ifPresent(cell -> response.putHeader(CELL, cell));
      made.reason().ifPresent(reason -> response.putHeader(REASON, reason.text()));
      client(response, made.client());
      if (made.outcome() == Outcome.CELL) { // else this gateway decides again, and says it then
        stages(response, made);
      }
    }
    made.detail().ifPresent(detail -> request.response().putHeader(DETAIL, detail.text()));
    request.response().end();
  }

  private static void client(HttpServerResponse response, Client client) {
    client.address().ifPresent(known -> response.putHeader(CLIENT, known.getHostAddress()));
    if (!client.tags().isEmpty()) {
      response.putHeader(TAGS, String.join(" ", client.tags()));
    }
  }

  private static void stages(HttpServerResponse response, RouteDecision made) {
    if (!made.stages().isEmpty()) {
      response.putHeader(
          STAGES,
          made.stages().stream()
              .map(choice -> choice.split() + '=' + choice.stage())
              .collect(Collectors.joining(" ")));
    }
    if (!made.labels().isEmpty()) {
      response.putHeader(LABELS, json(made.labels()));
    }
    List<String> cookies = made.setCookies();
    response.headers().add(HttpHeaders.SET_COOKIE.toString(), cookies);
    for (int i = 0; i < cookies.size(); i++) {
      response.putHeader(SET_COOKIE + (i + 1), cookies.get(i));
    }
  }

  /** Texts as an object of JSON in ASCII, as a field can hold it. */
  private static String json(Map<String, String> texts) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      for (Map.Entry<String, String> one : new TreeMap<>(texts).entrySet()) {
        json.writeStringField(one.getKey(), one.getValue());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void stop(HttpServerRequest request, int status, String reason) {
    HttpServerResponse response = PrivatePort.begun(request, STOP);
    response.putHeader(OUTCOME, Outcome.REJECT.text());
    response.putHeader(STATUS, Integer.toString(status));
    response.putHeader(REASON, reason);
  }

  private static void fail(HttpServerRequest request, @Nullable Throwable failure) {
    logger.error("a request could not be decided for another proxy", failure);
    PrivatePort.refuse(request, Trouble.INTERNAL.refusal());
  }
}
