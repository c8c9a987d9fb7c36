// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.LookupSettings;
import io.turnout.gateway.config.ServerTls.ClientAuthentication;
import io.turnout.gateway.config.SharedToken;
import io.turnout.protocol.LookupJson;
import io.turnout.protocol.LookupJson.Answer;
import io.turnout.protocol.LookupTarget;
import io.turnout.protocol.RouteAnnouncement;
import io.turnout.protocol.TurnoutHeaders;
import io.turnout.protocol.UnreadableException;
import io.turnout.spi.RouteAuthority.Lookup;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The look-up endpoint on a port of its own: it answers other routers where keys live. */
final class LookupEndpoint {

  /** The most open connections; more are closed at once. */
  static final int MAX_CONNECTIONS = 1_024;

  private static final Logger logger = LoggerFactory.getLogger(LookupEndpoint.class);
  private static final int MAX_REQUEST_LINE_BYTES = 4_096;
  private static final int MAX_HEADER_BYTES = 16 << 10;
  private static final int IDLE_SECONDS = 60;
  private static final String BEARER = "Bearer ";
  private static final String REST_SECONDS = "1";

  private final Function<Lookup, CompletionStage<Answer>> lookups;
  private final LookupSettings settings;
  private final AtomicInteger open = new AtomicInteger();

  private LookupEndpoint(
      Function<Lookup, CompletionStage<Answer>> lookups, LookupSettings settings) {
    this.lookups = lookups;
    this.settings = settings;
  }

  /**
   * Starts to listen.
   *
   * @param tls how the port speaks TLS; empty: it does not
   * @param lookups who answers; its stages do not fail
   */
  static Future<HttpServer> start(
      Vertx vertx,
      LookupSettings settings,
      Optional<PortTls> tls,
      Function<Lookup, CompletionStage<Answer>> lookups) {
    LookupEndpoint endpoint = new LookupEndpoint(lookups, settings);
    HttpServerOptions options =
        new HttpServerOptions()
            .setHttp2ClearTextEnabled(false)
            .setHandle100ContinueAutomatically(true)
            .setMaxInitialLineLength(MAX_REQUEST_LINE_BYTES)
            .setMaxHeaderSize(MAX_HEADER_BYTES)
            .setIdleTimeout(IDLE_SECONDS)
            .setTcpNoDelay(true);
    tls.ifPresent(spoken -> spoken.speak(options));
    return vertx
        .createHttpServer(options)
        .connectionHandler(endpoint::connected)
        .exceptionHandler(failure -> logger.debug("a router's connection failed", failure))
        .requestHandler(endpoint::requested)
        .listen(settings.address().port(), settings.address().host())
        .onSuccess(listening -> tls.ifPresent(spoken -> spoken.follow(listening, false)))
        .recover(failure -> Future.failedFuture(Front.cannotListen(settings.address(), failure)));
  }

  /** Takes no more in, and lets what is in flight end for the time that look-ups take. */
  static Future<Void> stop(HttpServer server) {
    return server.shutdown(2, TimeUnit.SECONDS);
  }

  private void connected(HttpConnection connection) {
    if (open.incrementAndGet() > MAX_CONNECTIONS) {
      open.decrementAndGet();
      connection.close();
    } else {
      connection.closeHandler(closed -> open.decrementAndGet());
    }
  }

  private void requested(HttpServerRequest request) {
    Optional<Refusal> refused = refusal(request);
    if (refused.isPresent()) {
      refuse(request, refused.get());
      return;
    }
    boolean many = request.uri().equals(LookupTarget.PATH);
    if (!many && !LookupTarget.isOne(request.uri())) {
      refuse(request, new Refusal(404, "not-found", "There is nothing at this path."));
    } else if (!request.method().equals(many ? HttpMethod.POST : HttpMethod.GET)) {
      request.response().putHeader(HttpHeaders.ALLOW, many ? "POST" : "GET");
      refuse(request, new Refusal(405, "method-not-allowed", "The method is none for this path."));
    } else if (many) {
      takeQuestions(request);
    } else {
      answerOne(request);
    }
  }

  /** Why the one who asks is not answered. */
  private Optional<Refusal> refusal(HttpServerRequest request) {
    if (settings.token().isEmpty()) {
      return isOnThisMachine(request.remoteAddress()) || hasShownCertificate()
          ? Optional.empty()
          : Optional.of(
              new Refusal(403, "forbidden", "Only routers on the same machine may ask here."));
    }
    SharedToken token = settings.token().get();
    List<String> credentials = request.headers().getAll(HttpHeaders.AUTHORIZATION);
    if (credentials.size() == 1
        && credentials.get(0).regionMatches(true, 0, BEARER, 0, BEARER.length())
        && token.matches(credentials.get(0).substring(BEARER.length()).strip())) {
      return Optional.empty();
    }
    request.response().putHeader("WWW-Authenticate", "Bearer");
    return Optional.of(new Refusal(401, "unauthorized", "The token is missing or wrong."));
  }

  /** Whether nobody can ask here without a certificate that was verified. */
  private boolean hasShownCertificate() {
    return settings
        .tls()
        .filter(tls -> tls.clientAuthentication() == ClientAuthentication.REQUIRE)
        .isPresent();
  }

  private static boolean isOnThisMachine(@Nullable SocketAddress peer) {
    String address = peer == null ? null : peer.hostAddress();
    try {
      return address != null && InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private void answerOne(HttpServerRequest request) {
    Lookup lookup;
    try {
      lookup = LookupTarget.read(request.uri());
    } catch (UnreadableException e) {
      refuse(request, badRequest(e));
      return;
    }
    Context context = Vertx.currentContext();
    lookups
        .apply(lookup)
        .whenComplete(
            (answer, failure) -> context.runOnContext(now -> answer(request, answer, failure)));
  }

  private void answer(HttpServerRequest request, Answer answer, @Nullable Throwable failure) {
    if (failure != null) {
      fail(request, failure);
    } else if (answer.route().isEmpty()) {
      if (answer.isThrottled()) {
        request.response().putHeader(HttpHeaders.RETRY_AFTER, REST_SECONDS);
      }
      refuse(
          request,
          new Refusal(503, answer.failed().orElseThrow(), "The authority cannot be asked."));
    } else {
      RouteAnnouncement route = answer.route().get();
      HttpServerResponse response = begun(request, route.cell().isPresent() ? 204 : 404);
      response.putHeader(TurnoutHeaders.ROUTE, TurnoutHeaders.writeRoutes(List.of(route)));
      response.end();
    }
  }

  private void takeQuestions(HttpServerRequest request) {
    Buffer body = Buffer.buffer();
    boolean[] refused = {false};
    request.handler(
        piece -> {
          if (refused[0]) {
            return;
          }
          if (body.length() + piece.length() > LookupJson.MAX_QUESTION_BYTES) {
            refused[0] = true;
            refuse(
                request,
                new Refusal(
                    413,
                    "body-limit",
                    "The keys must take at most " + LookupJson.MAX_QUESTION_BYTES + " bytes."));
            return;
          }
          body.appendBuffer(piece);
        });
    request.endHandler(
        end -> {
          if (!refused[0]) {
            answerMany(request, body.getBytes());
          }
        });
    request.exceptionHandler(gone -> refused[0] = true);
  }

  private void answerMany(HttpServerRequest request, byte[] body) {
    List<Lookup> questions;
    try {
      questions = LookupJson.readQuestions(body);
    } catch (UnreadableException e) {
      refuse(request, badRequest(e));
      return;
    }
    Context context = Vertx.currentContext();
    List<CompletableFuture<Answer>> answers = new ArrayList<>(questions.size());
    questions.forEach(lookup -> answers.add(lookups.apply(lookup).toCompletableFuture()));
    CompletionStage<Void> all = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
    all.whenComplete(
        (done, failure) ->
            context.runOnContext(
                now -> {
                  if (failure != null) {
                    fail(request, failure);
                  } else {
                    answer(request, answers.stream().map(CompletableFuture::join).toList());
                  }
                }));
  }

  private void answer(HttpServerRequest request, List<Answer> answers) {
    Buffer document = Buffer.buffer(LookupJson.writeAnswers(answers));
    HttpServerResponse response = begun(request, 200);
    response.putHeader(HttpHeaders.CONTENT_TYPE, LookupJson.MEDIA_TYPE);
    response.end(document);
  }

  private static Refusal badRequest(UnreadableException e) {
    return new Refusal(
        400, e.mistake().word(), "What is asked is not understood: " + e.getMessage());
  }

  private void fail(HttpServerRequest request, Throwable failure) {
    logger.error("a look-up for another router failed", failure);
    refuse(request, Trouble.INTERNAL.refusal());
  }

  private static HttpServerResponse begun(HttpServerRequest request, int status) {
    HttpServerResponse response = request.response();
    response.setStatusCode(status);
    response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    return response;
  }

  /** Refuses a request; the rest of a body is not waited for. */
  private static void refuse(HttpServerRequest request, Refusal refusal) {
    HttpServerResponse response = begun(request, refusal.status());
    response.putHeader(HttpHeaders.CONTENT_TYPE, Refusal.MEDIA_TYPE);
    if (!request.isEnded()) {
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    Buffer document = refusal.json();
    response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(document.length()));
    if (request.method().equals(HttpMethod.HEAD)) {
      response.end();
    } else {
      response.end(document);
    }
  }
}
