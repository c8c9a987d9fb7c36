// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.armeria;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpHeaders;
import com.linecorp.armeria.common.HttpHeadersBuilder;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpRequestDuplicator;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.SimpleDecoratingHttpService;
import io.netty.util.AttributeKey;
import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.TurnoutHeaders;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Decides each request, and lets the service that it decorates send it to its cell. */
final class RoutingDecorator extends SimpleDecoratingHttpService {

  /** The cell that a request belongs to, for the service behind. */
  static final AttributeKey<String> CELL = AttributeKey.valueOf(RoutingDecorator.class, "CELL");

  private final CellRouter router;

  RoutingDecorator(HttpService service, CellRouter router) {
    super(service);
    this.router = router;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext context, HttpRequest request) throws Exception {
    RoutingAttempt attempt = router.begin(new ArmeriaHead(context));
    if (attempt.isDecided()) {
      return act(context, attempt.decisionNow(), request);
    }
    if (!attempt.needsBody()) {
      return later(context, attempt.decision(), request);
    }
    HttpRequestDuplicator body =
        request.toDuplicator(context.eventLoop(), context.maxRequestLength());
    body.duplicate().subscribe(new BodyReading(attempt), context.eventLoop());
    HttpRequest whole = body.duplicate();
    body.close(); // what both have read is let go
    return later(context, attempt.decision(), whole);
  }

  private HttpResponse later(
      ServiceRequestContext context, CompletionStage<RouteDecision> decision, HttpRequest request) {
    return HttpResponse.of(
        decision.thenApplyAsync(made -> act(context, made, request), context.eventLoop()),
        context.eventLoop());
  }

  private HttpResponse act(
      ServiceRequestContext context, RouteDecision decision, HttpRequest request) {
    if (decision.cell().isEmpty()) {
      request.abort();
      int status = decision.status().orElse(HttpStatus.SERVICE_UNAVAILABLE.code());
      return HttpResponse.of(HttpStatus.valueOf(status));
    }
    context.setAttr(CELL, decision.cell().get());
    HttpRequest sent = request.mapHeaders(fields -> ofRequest(fields, context.rawPath()));
    try {
      return unwrap()
          .serve(context, sent)
          .mapInformational(RoutingDecorator::ofAnswer)
          .mapHeaders(fields -> withCookies(ofAnswer(fields), decision.setCookies()))
          .mapTrailers(RoutingDecorator::ofTrailers);
    } catch (Exception failure) {
      return HttpResponse.ofFailure(failure);
    }
  }

  private static RequestHeaders ofRequest(RequestHeaders fields, String target) {
    RequestHeadersBuilder kept = fields.toBuilder().path(target);
    turnoutNames(fields).forEach(kept::remove);
    return kept.build();
  }

  private static ResponseHeaders ofAnswer(ResponseHeaders fields) {
    ResponseHeadersBuilder kept = fields.toBuilder();
    turnoutNames(fields).forEach(kept::remove);
    return kept.build();
  }

  private static ResponseHeaders withCookies(ResponseHeaders fields, List<String> cookies) {
    return cookies.isEmpty()
        ? fields
        : fields.toBuilder().add(HttpHeaderNames.SET_COOKIE, cookies).build();
  }

  private static HttpHeaders ofTrailers(HttpHeaders fields) {
    HttpHeadersBuilder kept = fields.toBuilder();
    turnoutNames(fields).forEach(kept::remove);
    return kept.build();
  }

  private static List<String> turnoutNames(HttpHeaders fields) {
    return TurnoutHeaders.among(fields.names().stream().map(Object::toString).toList());
  }
}
