// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.decision.RouteDecision;
import io.turnout.gateway.ExchangeRecord;
import io.turnout.gateway.Gateway;
import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.AuthoritySettings;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.Limits;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.ResolverSettings;
import io.turnout.request.RequestHead;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Four cells, a gateway and a client, running on loopback. */
final class Platform implements Player, AutoCloseable {

  static final List<String> CELLS = List.of("us-1", "us-2", "eu-1", "ap-1");
  private static final String NUMBER = Cells.NUMBER_FIELD.toLowerCase(Locale.ROOT);
  private static final int REQUEST_LINE_BYTES = 64 << 10;
  private static final int CONNECTIONS = 64;

  /** Long, since everything is cold and shares one machine. */
  private static final Duration LOOKUP_TIMEOUT = Duration.ofSeconds(2);

  private static final long START_SECONDS = 60;
  private static final long STOP_SECONDS = 15;

  private final Vertx vertx;
  private final Tally tally;
  private final Map<String, RouteDecision> decisions = new ConcurrentHashMap<>();
  private final Check check = new Check();
  private final Arrivals arrivals = new Arrivals();
  private @Nullable Gateway gateway;
  private @Nullable Sender sender;

  private Platform(Tally tally) {
    this.tally = tally;
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(2)
                .setWorkerPoolSize(1)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
  }

  /**
   * Starts everything.
   *
   * @throws IllegalStateException if something cannot be started; nothing is left running
   */
  static Platform start(Example example, AuthoritySettings authority, Tally tally) {
    Platform platform = new Platform(tally);
    try {
      platform.open(example, authority);
      return platform;
    } catch (RuntimeException e) {
      platform.close();
      throw e;
    }
  }

  private void open(Example example, AuthoritySettings authority) {
    Cells started =
        await(
            Cells.start(vertx, CELLS, arrivals::add).toCompletionStage(),
            "the cells",
            START_SECONDS);
    GatewayConfig.Builder config =
        GatewayConfig.builder(example.rules(), authority)
            .listen(new Address("127.0.0.1", 0))
            .resolver(ResolverSettings.DEFAULT.withAuthorityTimeout(LOOKUP_TIMEOUT))
            .limits(limits())
            .accessLog(AccessLogSettings.NONE);
    started.ports().forEach((name, port) -> config.cell(name, new Origin("127.0.0.1", port)));
    Gateway opened =
        await(
            Gateway.builder(config.build())
                .decisionListener(this::decided)
                .exchangeListener(this::over)
                .start(),
            "the gateway",
            START_SECONDS);
    gateway = opened;
    sender = new Sender(vertx, opened.port(), CONNECTIONS);
  }

  /** The example has a query of 40,000 bytes. */
  private static Limits limits() {
    Limits usual = Limits.DEFAULT;
    return new Limits(
        usual.connections(),
        usual.connectionsPerCell(),
        usual.waitingPerCell(),
        REQUEST_LINE_BYTES,
        usual.headerBytes(),
        usual.bodyHeldBytes(),
        usual.bodyKeptBytes());
  }

  private void decided(RequestHead head, RouteDecision decision) {
    String number = head.header(NUMBER, 0);
    if (number != null) {
      decisions.put(number, decision);
      tally.decided(decision);
    }
  }

  private void over(ExchangeRecord exchange) {
    if (exchange.decision().isPresent()) {
      tally.decidedWithin(exchange.decisionNanos());
    }
  }

  /** The port of the gateway. */
  int port() {
    return there(gateway).port();
  }

  @Override
  public Vertx vertx() {
    return vertx;
  }

  @Override
  public Future<List<String>> play(long number, Recorded recorded) {
    String name = Long.toString(number);
    boolean chunked = number % 3 == 0;
    return there(sender)
        .send(name, recorded, chunked)
        .map(answer -> judge(name, recorded, answer))
        .otherwise(failure -> List.of("no answer: " + failure))
        .onSuccess(found -> tally.judged(recorded, found));
  }

  private List<String> judge(String number, Recorded recorded, Answer answer) {
    List<Arrival> arrived = arrivals.take(number);
    arrived.forEach(arrival -> tally.arrived(arrival.cell()));
    Optional<RouteDecision> decision = Optional.ofNullable(decisions.remove(number));
    return check.differences(new Check.Course(recorded, decision, arrived, answer));
  }

  private static <T> T there(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("the platform is not started");
    }
    return part;
  }

  /** What something becomes that is being started. */
  static <T> T await(CompletionStage<T> stage, String what) {
    return await(stage, what, START_SECONDS);
  }

  private static <T> T await(CompletionStage<T> stage, String what, long seconds) {
    try {
      return stage.toCompletableFuture().get(seconds, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new IllegalStateException(
          what + " did not start: " + (cause == null ? e : cause).getMessage(), e);
    } catch (TimeoutException e) {
      throw new IllegalStateException(what + " did not start within " + seconds + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(what + " were not waited for", e);
    }
  }

  @Override
  public void close() {
    if (gateway != null) {
      ended(gateway.stop());
    }
    ended(vertx.close().toCompletionStage());
  }

  /** Waits for something to end, a little. */
  static void ended(CompletionStage<Void> stopping) {
    try {
      await(stopping, "the end", STOP_SECONDS);
    } catch (IllegalStateException e) {
      // The process ends all the same.
    }
  }
}
