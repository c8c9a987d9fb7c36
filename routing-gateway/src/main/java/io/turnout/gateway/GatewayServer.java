// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.handler.codec.http2.Http2Error;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.Limits;
import io.turnout.gateway.endpoints.Endpoint;
import io.turnout.gateway.endpoints.EndpointSet;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One event loop that takes requests in; several share one port and one {@link Shared}. */
final class GatewayServer extends VerticleBase {

  private static final Logger logger = LoggerFactory.getLogger(GatewayServer.class);

  /** Any free port, the same one for every server that is given this number. */
  private static final int ANY_SHARED_PORT = -1;

  private static final int RESET_WINDOW_SECONDS = 30;

  private final GatewayConfig config;
  private final Shared shared;
  private final IdentityHashMap<HttpConnection, ClientConnection> connections =
      new IdentityHashMap<>();
  private @Nullable HttpServer server;
  private @Nullable Cells cells;
  private Optional<AuthorityTier> authority = Optional.empty();

  /**
   * What all event loops of a gateway share.
   *
   * @param router where requests are decided
   * @param cells the endpoints of each cell by its name
   * @param authority which origins of the authority tier can be used; empty if there is no such
   *     tier behind this one
   * @param listener who hears that exchanges are over
   * @param health who answers for the gateway's health on the port of the requests
   * @param certificates what TLS needs of files
   * @param port the port that they listen on, once it is known
   */
  record Shared(
      Router router,
      Map<String, EndpointSet> cells,
      Optional<OriginStates> authority,
      ExchangeListener listener,
      Optional<Health> health,
      Certificates certificates,
      AtomicReference<@Nullable Integer> port) {

    /** The port that they listen on. */
    int listeningPort() {
      Integer known = port.get();
      if (known == null) {
        throw new IllegalStateException("nothing listens yet");
      }
      return known;
    }
  }

  GatewayServer(GatewayConfig config, Shared shared) {
    this.config = config;
    this.shared = shared;
  }

  @Override
  public Future<?> start() {
    Cells outward = new Cells(shared.cells(), clients());
    cells = outward;
    outward.all().forEach(endpoints -> endpoints.onRemoved(gone -> drain(endpoints, gone)));
    authority = shared.authority().map(states -> new AuthorityTier(states, clients()));
    Service service =
        new Service(vertx, context, shared.router(), outward, authority, config, shared.listener());
    HttpServer inward = vertx.createHttpServer(options());
    server = inward;
    inward.connectionHandler(this::connected);
    inward.invalidRequestHandler(this::unreadable);
    inward.exceptionHandler(failure -> logger.debug("a client connection failed", failure));
    inward.requestHandler(request -> requested(service, request));
    Address address = config.listen();
    return inward
        .listen(address.port() == 0 ? ANY_SHARED_PORT : address.port(), address.host())
        .onSuccess(this::listening)
        .recover(failure -> Future.failedFuture(Front.cannotListen(address, failure)));
  }

  private void drain(EndpointSet endpoints, List<Endpoint> removed) {
    Cells outward = cells;
    if (outward != null) {
      context.runOnContext(soon -> outward.drain(removed, endpoints.settings().pace().drain()));
    }
  }

  private CellClients clients() {
    return new CellClients(vertx, config, shared.certificates().outward());
  }

  /** Only the first server that listens on a port has its certificates. */
  private void listening(HttpServer listening) {
    if (shared.port().getAndSet(listening.actualPort()) == null) {
      shared.certificates().requests().ifPresent(tls -> tls.follow(listening, config.http2()));
    }
  }

  private HttpServerOptions options() {
    HttpServerOptions options = new HttpServerOptions();
    shared.certificates().requests().ifPresent(tls -> tls.speak(options));
    Limits limits = config.limits();
    return options
        .setUseAlpn(config.http2() && options.isSsl())
        .setHttp2ClearTextEnabled(config.http2() && !options.isSsl())
        .setInitialSettings(
            new Http2Settings()
                .setMaxConcurrentStreams(limits.streamsPerConnection())
                .setMaxHeaderListSize(limits.headerBytes() + limits.requestLineBytes()))
        .setHttp2ConnectionWindowSize(Http2.connectionWindow(limits.streamsPerConnection()))
        .setHttp2RstFloodMaxRstFramePerWindow(limits.resetsPerConnection())
        .setHttp2RstFloodWindowDuration(RESET_WINDOW_SECONDS)
        .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS)
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
        .setSslHandshakeTimeout(config.timeouts().requestHead().toMillis())
        .setHandle100ContinueAutomatically(false)
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setMaxInitialLineLength(config.limits().requestLineBytes())
        .setMaxHeaderSize(config.limits().headerBytes())
        .setTcpNoDelay(true);
  }

  private void connected(HttpConnection connection) {
    Http2Guard.install(connection);
    connections.put(
        connection,
        new ClientConnection(
            vertx,
            connection,
            config.timeouts(),
            Door.open(connection),
            () -> connections.remove(connection)));
  }

  private void requested(Service service, HttpServerRequest request) {
    ClientConnection connection = connections.get(request.connection());
    if (connection == null || connection.isClosing()) {
      turnAway(request);
    } else if (shared.health().isPresent() && shared.health().get().isAsked(request)) {
      connection.began();
      shared.health().get().answer(request);
      connection.ended();
    } else {
      new Exchange(service, request, connection).begin();
    }
  }

  private static void turnAway(HttpServerRequest request) {
    if (Http2.isSpokenBy(request)) {
      request.response().reset(Http2Error.REFUSED_STREAM.code()).onFailure(gone -> {});
    } else {
      request.connection().close();
    }
  }

  private void unreadable(HttpServerRequest request) {
    Trouble what = HeadCheck.of(request.decoderResult());
    Buffer document = what.refusal().json();
    HttpServerResponse response = request.response();
    response.setStatusCode(what.refusal().status());
    response.putHeader(HttpHeaders.CONTENT_TYPE, Refusal.MEDIA_TYPE);
    response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(document.length()));
    response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    response.end(document);
    ExchangeRecord told =
        new ExchangeRecord(
            System.currentTimeMillis(),
            "",
            "",
            Optional.empty(),
            what.refusal().status(),
            ExchangeRecord.Ending.ANSWERED,
            0,
            document.length(),
            0,
            0,
            Optional.empty(),
            Optional.of(what.refusal().reason()),
            ExchangeRecord.Passage.NONE);
    shared.listener().onExchange(told);
  }

  @Override
  public Future<?> stop() {
    Future<Void> drained =
        server == null
            ? Future.succeededFuture()
            : server.shutdown(config.timeouts().shutdown().toMillis(), TimeUnit.MILLISECONDS);
    Cells outward = cells;
    Future<Void> closed = outward == null ? drained : drained.eventually(outward::close);
    return authority.isEmpty() ? closed : closed.eventually(authority.get()::close);
  }
}
