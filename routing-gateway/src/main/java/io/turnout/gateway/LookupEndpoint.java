// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.LookupSettings;
import io.turnout.gateway.config.ServerTls.ClientAuthentication;
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
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The look-up endpoint on a port of its own: it answers other routers where keys live. */
final class LookupEndpoint {

  private static final Logger logger = LoggerFactory.getLogger(LookupEndpoint.class);
  private static final int MAX_REQUEST_LINE_BYTES = 4_096;
  private static final int MAX_HEADER_BYTES = 16 << 10;
  private static final String BEARER = "Bearer ";
  private static final String REST_SECONDS = "1";

  private final Function<Lookup, CompletionStage<Answer>> lookups;
  private final LookupSettings settings;

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
    HttpServerOptions limits =
        new HttpServerOptions()
            .setMaxInitialLineLength(MAX_REQUEST_LINE_BYTES)
            .setMaxHeaderSize(MAX_HEADER_BYTES);
    return PrivatePort.listen(vertx, settings.address(), limits, tls, endpoint::requested);
  }

  private void requested(HttpServerRequest request) {
    Optional<Refusal> refused = refusal(request);
    if (refused.isPresent()) {
      PrivatePort.refuse(request, refused.get());
      return;
    }
    boolean many = request.uri().equals(LookupTarget.PATH);
    if (!many && !LookupTarget.isOne(request.uri())) {
      PrivatePort.refuse(request, new Refusal(404, "not-found", "There is nothing at this path."));
    } else if (!request.method().equals(many ? HttpMethod.POST : HttpMethod.GET)) {
      request.response().putHeader(HttpHeaders.ALLOW, many ? "POST" : "GET");
      PrivatePort.refuse(
          request, new Refusal(405, "method-not-allowed", "The method is none for this path."));
    } else if (many) {
      takeQuestions(request);
    } else {
      answerOne(request);
    }
  }

  /** Why the one who asks is not answered. */
  private Optional<Refusal> refusal(HttpServerRequest request) {
    List<String> sent =
        request.headers().getAll(HttpHeaders.AUTHORIZATION).stream()
            .map(
                credentials ->
                    credentials.regionMatches(true, 0, BEARER, 0, BEARER.length())
                        ? credentials.substring(BEARER.length()).strip()
                        : "")
            .toList();
    Optional<Refusal> refused = PrivatePort.refusal(request, gate(), sent);
    if (refused.filter(refusal -> refusal.status() == 401).isPresent()) {
      request.response().putHeader("WWW-Authenticate", "Bearer");
    }
    return refused;
  }

  private PrivatePort.Gate gate() {
    boolean certified =
        settings
            .tls()
            .filter(tls -> tls.clientAuthentication() == ClientAuthentication.REQUIRE)
            .isPresent();
    return new PrivatePort.Gate(settings.token(), certified);
  }

  private void answerOne(HttpServerRequest request) {
    Lookup lookup;
    try {
      lookup = LookupTarget.read(request.uri());
    } catch (UnreadableException e) {
      PrivatePort.refuse(request, badRequest(e));
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
      PrivatePort.refuse(
          request,
          new Refusal(503, answer.failed().orElseThrow(), "The authority cannot be asked."));
    } else {
      RouteAnnouncement route = answer.route().get();
      HttpServerResponse response =
          PrivatePort.begun(request, route.cell().isPresent() ? 204 : 404);
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
            PrivatePort.refuse(
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
      PrivatePort.refuse(request, badRequest(e));
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
    HttpServerResponse response = PrivatePort.begun(request, 200);
    response.putHeader(HttpHeaders.CONTENT_TYPE, LookupJson.MEDIA_TYPE);
    response.end(document);
  }

  private static Refusal badRequest(UnreadableException e) {
    return new Refusal(
        400, e.mistake().word(), "What is asked is not understood: " + e.getMessage());
  }

  private void fail(HttpServerRequest request, Throwable failure) {
    logger.error("a look-up for another router failed", failure);
    PrivatePort.refuse(request, Trouble.INTERNAL.refusal());
  }
}
