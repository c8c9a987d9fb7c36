// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.authority.HttpAuthority;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.LookupSettings;
import io.turnout.gateway.config.SharedToken;
import io.turnout.protocol.LookupJson.Answer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A look-up endpoint on a free port, alone. */
final class TestLookups implements AutoCloseable {

  static final String TOKEN = "token-of-the-tests-1";

  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private final Optional<RouteLookups> answering;

  private TestLookups(
      Optional<SharedToken> token,
      Function<Lookup, CompletionStage<Answer>> lookups,
      Optional<RouteLookups> answering) {
    this.answering = answering;
    LookupSettings settings = new LookupSettings(new Address("127.0.0.1", 0), token);
    server = done(LookupEndpoint.start(vertx, settings, Optional.empty(), lookups));
  }

  /** One that anybody on this machine may ask. */
  static TestLookups of(Function<Lookup, CompletionStage<Answer>> lookups) {
    return new TestLookups(Optional.empty(), lookups, Optional.empty());
  }

  /** One that answers from an authority, with the token {@link #TOKEN}. */
  static TestLookups of(RouteAuthority authority) {
    return of(authority, Duration.ofSeconds(5));
  }

  /** The same, with so much time for each look-up. */
  static TestLookups of(RouteAuthority authority, Duration timeout) {
    RouteLookups lookups =
        new RouteLookups(
            authority,
            new SteadyClock(RouteClock.system()),
            options -> options.nearCache(1_000).authorityTimeout(timeout));
    return new TestLookups(
        Optional.of(SharedToken.of(TOKEN)), lookups::answer, Optional.of(lookups));
  }

  int port() {
    return server.actualPort();
  }

  RawClient client() throws Exception {
    return new RawClient(port());
  }

  /** Lets a change of the authority count at once. */
  void expire() {
    answering.orElseThrow().expire();
  }

  /** An authority that asks here. */
  HttpAuthority authority() {
    return HttpAuthority.builder(URI.create("http://127.0.0.1:" + port())).token(TOKEN).build();
  }

  private static <T> T done(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    done(PrivatePort.stop(server));
    done(vertx.close());
    answering.ifPresent(RouteLookups::close);
  }
}
