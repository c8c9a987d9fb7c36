// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.Timeouts;
import io.turnout.gateway.endpoints.EndpointCounts;
import io.turnout.gateway.endpoints.EndpointSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A gateway on a free port in front of the test's cells. */
final class TestGateway implements AutoCloseable {

  final TestRouter router = new TestRouter();
  private final BlockingQueue<ExchangeRecord> records = new LinkedBlockingQueue<>();
  private final Fleet fleet;
  private final Front front;

  private TestGateway(GatewayConfig config) throws Exception {
    Health.Report well = new Health.Report(true, "{}");
    fleet = Fleet.open(config);
    try {
      front =
          Front.start(
                  config,
                  new Front.Parts(
                      router,
                      fleet.cells(),
                      Optional.empty(),
                      records::add,
                      () -> well,
                      () -> well,
                      lookup -> new CompletableFuture<>(),
                      router::begin))
              .toCompletionStage()
              .toCompletableFuture()
              .get(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      fleet.close();
      router.close();
      throw e;
    }
  }

  static TestGateway of(Map<String, Integer> cells) throws Exception {
    return of(cells, UnaryOperator.identity());
  }

  static TestGateway of(Map<String, Integer> cells, UnaryOperator<GatewayConfig.Builder> more)
      throws Exception {
    GatewayConfig.Builder config =
        GatewayConfig.builder(Path.of("rules.yaml"), Path.of("routes.yaml"))
            .listen(new Address("127.0.0.1", 0))
            .threads(1)
            .accessLog(AccessLogSettings.NONE);
    cells.forEach((name, port) -> config.cell(name, new Origin("127.0.0.1", port)));
    return new TestGateway(more.apply(config).build());
  }

  /** The default time-outs with all waits that a test would feel set to one value. */
  static Timeouts all(Duration wait) {
    Timeouts normal = Timeouts.DEFAULT;
    return new Timeouts(
        wait, wait, wait, wait, wait, wait, wait, wait, normal.cellKeepAlive(), normal.shutdown());
  }

  RawClient client() throws Exception {
    return new RawClient(front.port());
  }

  /** A client over TLS. */
  RawClient client(SSLContext tls) throws Exception {
    SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket("localhost", front.port());
    socket.setSSLParameters(verifying(socket.getSSLParameters()));
    socket.startHandshake();
    return new RawClient(socket);
  }

  private static SSLParameters verifying(SSLParameters parameters) {
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    return parameters;
  }

  int port() {
    return front.port();
  }

  /** How the endpoints of a cell are doing. */
  EndpointCounts counts(String cell) {
    return endpoints(cell).counts();
  }

  /** The endpoints of a cell. */
  EndpointSet endpoints(String cell) {
    return Objects.requireNonNull(fleet.cells().get(cell));
  }

  /** What is told of the next exchange that is over. */
  ExchangeRecord nextRecord() throws InterruptedException {
    ExchangeRecord told = records.poll(10, TimeUnit.SECONDS);
    if (told == null) {
      throw new AssertionError("no exchange ended");
    }
    return told;
  }

  CompletableFuture<Void> stop() {
    return front.stop().toCompletionStage().toCompletableFuture();
  }

  @Override
  public void close() throws ExecutionException, TimeoutException {
    try {
      stop().get(40, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    fleet.close();
    router.close();
  }
}
