// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the origins of the authority tier again and again whether they are well; at once where one
 * could just not be reached.
 */
final class OriginProbe extends VerticleBase {

  private final OriginStates states;
  private final OriginHealth settings;
  private final Map<Origin, Long> timers = new HashMap<>();
  private @Nullable HttpClient client;

  OriginProbe(OriginStates states) {
    this.states = states;
    settings = states.settings().health();
  }

  @Override
  public Future<?> start() {
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setKeepAlive(false)
                .setConnectTimeout((int) settings.timeout().toMillis()));
    states.onDown(origin -> context.runOnContext(soon -> askSoon(origin, 1)));
    states.origins().forEach(this::ask);
    return Future.succeededFuture();
  }

  private void askSoon(Origin origin, long millis) {
    Long waiting = timers.get(origin);
    if (client != null && waiting != null && vertx.cancelTimer(waiting)) {
      timers.put(origin, vertx.setTimer(millis, id -> ask(origin)));
    }
  }

  private void ask(Origin origin) {
    HttpClient asking = client;
    if (asking == null) {
      return;
    }
    timers.remove(origin);
    RequestOptions request =
        new RequestOptions()
            .setHost(origin.host())
            .setPort(settings.port().orElse(origin.port()))
            .setMethod(HttpMethod.GET)
            .setURI(settings.path())
            .setTimeout(settings.timeout().toMillis());
    asking
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
              if (client != null) {
                long pause = settings.interval().toMillis();
                timers.put(origin, vertx.setTimer(pause, id -> ask(origin)));
              }
            });
  }

  @Override
  public Future<?> stop() {
    HttpClient closing = client;
    client = null;
    timers.values().forEach(vertx::cancelTimer);
    return closing == null ? Future.succeededFuture() : closing.close();
  }
}
