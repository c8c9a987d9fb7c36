// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.turnout.gateway.config.OriginTls;
import io.turnout.gateway.endpoints.Asked;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks origins again and again whether they are well; at once where one could just not be reached.
 * Not more than {@value #MOST_AT_ONCE} questions are open at once; others wait for their turn.
 */
final class OriginProbe extends VerticleBase implements Asked.Asker {

  /** The most questions that are open at once. */
  static final int MOST_AT_ONCE = 256;

  private static final Logger logger = LoggerFactory.getLogger(OriginProbe.class);
  private static final long WAITS = -1;

  private final Asked states;
  private final OriginHealth settings;
  private final Map<Origin, Long> timers = new HashMap<>();
  private Set<Origin> members = Set.of();
  private final Map<OriginTls, OutwardTls> tls;
  private final Map<Optional<OriginTls>, HttpClientAgent> clients = new HashMap<>();
  private final Deque<Origin> waiting = new ArrayDeque<>();
  private int open;
  private boolean asking;

  /**
   * One that asks.
   *
   * @param tls how origins are spoken to
   */
  OriginProbe(Asked states, Map<OriginTls, OutwardTls> tls) {
    this.states = states;
    this.tls = tls;
    settings = states.health();
  }

  @Override
  public Future<?> start() {
    asking = true;
    states.askedBy(this);
    return Future.succeededFuture();
  }

  @Override
  public void ask(Set<Origin> origins) {
    Set<Origin> all = Set.copyOf(origins);
    context.runOnContext(
        soon -> {
          members = all;
          all.stream().filter(origin -> !timers.containsKey(origin)).forEach(this::due);
        });
  }

  @Override
  public void askSoon(Origin origin) {
    context.runOnContext(
        soon -> {
          Long timer = timers.get(origin);
          if (asking && timer != null && timer != WAITS && vertx.cancelTimer(timer)) {
            timers.put(origin, vertx.setTimer(1, id -> due(origin)));
          }
        });
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
            .withConnectHandler(
                connection ->
                    connection.exceptionHandler(
                        failure -> logger.debug("a question failed", failure)))
            .build();
    spoken.ifPresent(way -> Objects.requireNonNull(tls.get(way)).speak(client));
    return client;
  }

  /** It is an origin's turn, if it still is one; the question waits until there is room for it. */
  private void due(Origin origin) {
    if (!asking || !members.contains(origin)) {
      timers.remove(origin);
      return;
    }
    timers.put(origin, WAITS);
    if (open < MOST_AT_ONCE) {
      ask(origin);
    } else {
      waiting.add(origin);
    }
  }

  private void ask(Origin origin) {
    open++;
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
              askLater(origin);
            });
  }

  private void askLater(Origin origin) {
    open--;
    if (asking) {
      long pause = settings.interval().toMillis();
      timers.put(origin, vertx.setTimer(pause, id -> due(origin)));
      while (open < MOST_AT_ONCE && !waiting.isEmpty()) {
        due(waiting.remove());
      }
    }
  }

  @Override
  public Future<?> stop() {
    asking = false;
    timers.values().forEach(vertx::cancelTimer);
    return Future.join(clients.values().stream().map(HttpClientAgent::close).toList());
  }
}
