// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.Handover;
import io.turnout.decision.RouteDecision;
import io.turnout.gateway.config.AuthorityTierSettings;
import io.turnout.gateway.config.Origin;
import io.turnout.protocol.TurnoutHeaders;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The authority tier, for one request: one of its origins, or where no connection to that can be
 * made another one, each once.
 */
final class ToAuthority implements Destination {

  private final Exchange exchange;
  private final AuthorityTier tier;
  private final RouteDecision decision;
  private final Places<Origin> places;
  private String sent = "";
  private @Nullable Handover handover;

  ToAuthority(Exchange exchange, AuthorityTier tier, RouteDecision decision) {
    this.exchange = exchange;
    this.tier = tier;
    this.decision = decision;
    places = new Places<>(tier::next, AuthorityTierSettings.MOST_ORIGINS);
  }

  @Override
  public Future<HttpClientRequest> request(HttpMethod method, String target) {
    sent = target;
    return chosen().compose(next -> tier.request(next, method, target));
  }

  @Override
  public Future<HttpClientRequest> upgrade(HttpMethod method, String target) {
    sent = target;
    return chosen().compose(next -> tier.upgrade(next, method, target));
  }

  private Future<Origin> chosen() {
    return places
        .next()
        .map(Future::succeededFuture)
        .orElseGet(() -> Future.failedFuture("no origin of the authority tier can be used"));
  }

  @Override
  public boolean isKept(HttpConnection connection) {
    return tier.isKept(connection);
  }

  @Override
  public boolean unreachable(Throwable failure) {
    return places.unreachable(origin -> tier.unreachable(origin, failure));
  }

  @Override
  public void tell(MultiMap fields) {
    Origin origin = places.at().orElseThrow();
    SentHead head = new SentHead(exchange.head(), sent, origin, fields);
    Handover begun = exchange.service().router().handOver(head, decision);
    handover = begun;
    begun.fields().forEach(field -> fields.set(field.name(), field.value()));
    exchange.handedTo(origin.toString());
  }

  @Override
  public void learn(HttpClientResponse answer) {
    Handover begun = handover;
    if (begun != null) {
      begun.learn(answer.headers()::getAll);
      TurnoutHeaders.readRoutes(answer.headers().getAll(TurnoutHeaders.ROUTE))
          .value()
          .ifPresent(routes -> exchange.learnt(routes.size()));
    }
  }

  @Override
  public boolean refusesAsWrong(HttpClientResponse answer) {
    return false;
  }

  @Override
  public void over(Optional<Trouble> what) {}

  @Override
  public Trouble told(Trouble what) {
    return what.atAuthority();
  }
}
