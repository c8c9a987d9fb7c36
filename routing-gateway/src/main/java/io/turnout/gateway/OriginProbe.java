// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.turnout.gateway.config.OriginTls;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Asks the origins of the authority tier again and again whether they are well; at once where one
 * could just not be reached.
 */
final class OriginProbe extends VerticleBase {

  private final OriginStates states;
  private final OriginHealth settings;
  private final Map<Origin, Long> timers = new HashMap<>();
  private final Map<OriginTls, OutwardTls> tls;
  private final Map<Optional<OriginTls>, HttpClientAgent> clients = new HashMap<>();
  private boolean asking;

  /**
   * One that asks.
   *
   * @param tls how origins are spoken to
   */
  OriginProbe(OriginStates states, Map<OriginTls, OutwardTls> tls) {
    this.states = states;
    this.tls = tls;
    settings = states.settings().health();
  }

  @Override
  public Future<?> start() {
    asking = true;
    states.onDown(origin -> context.runOnContext(soon -> askSoon(origin, 1)));
    states.origins().forEach(this::ask);
    return Future.succeededFuture();
  }

  private HttpClientAgent client(Optional<OriginTls> spoken) {
    HttpClientAgent client =
        vertx
            .httpClientBuilder()
            .with(
                new HttpClientOptions()
                    .setSsl(spoken.isPresent())
                    .setKeepAlive(false)
                    .setConnectTimeout((int) settings.timeout().toMillis()))
            .build();
    spoken.ifPresent(way -> Objects.requireNonNull(tls.get(way)).speak(client));
    return client;
  }

  private void askSoon(Origin origin, long millis) {
    Long waiting = timers.get(origin);
    if (asking && waiting != null && vertx.cancelTimer(waiting)) {
      timers.put(origin, vertx.setTimer(millis, id -> ask(origin)));
    }
  }

  private void ask(Origin origin) {
    if (!asking) {
      return;
    }
    timers.remove(origin);
    RequestOptions request =
        new RequestOptions()
            .setServer(
                SocketAddress.inetSocketAddress(
                    settings.port().orElse(origin.port()), origin.host()))
            .setHost(origin.tls().flatMap(OriginTls::serverName).orElse(origin.host()))
            .setPort(settings.port().orElse(origin.port()))
            .setMethod(HttpMethod.GET)
            .setURI(settings.path())
            .setTimeout(settings.timeout().toMillis());
    clients
        .computeIfAbsent(origin.tls(), this::client)
        .request(request)
        .compose(opened -> opened.send())
        .timeout(settings.timeout().toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
        .onComplete(
            answered -> {
              if (answered.failed()) {
                states.unwell(origin, Objects.toString(answered.cause().getMessage()));
              } else if (answered.result().statusCode() / 100 == 2) {
                states.well(origin);
              } else {
                states.unwell(origin, "it answers " + answered.result().statusCode());
              }
              if (asking) {
                long pause = settings.interval().toMillis();
                timers.put(origin, vertx.setTimer(pause, id -> ask(origin)));
              }
            });
  }

  @Override
  public Future<?> stop() {
    asking = false;
    timers.values().forEach(vertx::cancelTimer);
    return Future.join(clients.values().stream().map(HttpClientAgent::close).toList());
  }
}
