// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.turnout.gateway.endpoints.Asked;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OriginProbeTest {

  private static final int LIMIT_SECONDS = 30;

  /** Origins of which the test says which there are. */
  private static final class Some implements Asked {
    private final BlockingQueue<Asker> askers = new LinkedBlockingQueue<>();
    private final BlockingQueue<Origin> unwell = new LinkedBlockingQueue<>();
    private final Set<Origin> origins;

    Some(Set<Origin> origins) {
      this.origins = origins;
    }

    @Override
    public OriginHealth health() {
      return new OriginHealth(
          "/up", OptionalInt.empty(), Duration.ofHours(1), Duration.ofMinutes(1), 1);
    }

    @Override
    public void well(Origin origin) {}

    @Override
    public void unwell(Origin origin, String why) {
      unwell.add(origin);
    }

    @Override
    public void askedBy(Asker asker) {
      askers.add(asker);
      asker.ask(origins);
    }
  }

  @Test
  void questionBeyondTheMost_waitsUntilOneIsAnswered() throws Exception {
    List<ServerSocket> servers = new ArrayList<>();
    BlockingQueue<Socket> open = new LinkedBlockingQueue<>();
    Set<Origin> origins = new LinkedHashSet<>();
    for (int i = 0; i <= OriginProbe.MOST_AT_ONCE; i++) {
      ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      servers.add(server);
      origins.add(new Origin("127.0.0.1", server.getLocalPort()));
      Thread acceptor = new Thread(() -> accept(server, open), "asked");
      acceptor.setDaemon(true);
      acceptor.start();
    }
    Some some = new Some(origins);
    Vertx vertx = Vertx.vertx();
    try {
      vertx.deployVerticle(new OriginProbe(some, Map.of())).toCompletionStage();
      List<Socket> held = new ArrayList<>(); // one that nobody holds is closed when it is collected
      for (int i = 0; i < OriginProbe.MOST_AT_ONCE; i++) {
        held.add(next(open));
      }
      assertThat(open.poll(300, TimeUnit.MILLISECONDS)).isNull();
      held.get(0).close();
      assertThat(some.unwell.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isNotNull();
      held.add(next(open));
      assertThat(held).hasSize(OriginProbe.MOST_AT_ONCE + 1);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
      for (ServerSocket server : servers) {
        server.close();
      }
    }
  }

  private static Socket next(BlockingQueue<Socket> open) throws InterruptedException {
    return Objects.requireNonNull(open.poll(LIMIT_SECONDS, TimeUnit.SECONDS), "no question");
  }

  private static void accept(ServerSocket server, BlockingQueue<Socket> open) {
    try {
      while (true) {
        open.add(server.accept());
      }
    } catch (java.io.IOException over) {
      // The test is over.
    }
  }

  @Test
  void originsThatAreNoLongerThere_areNotAsked() throws Exception {
    try (CellServer leaving = new CellServer(CellServer.Connection::head);
        CellServer staying = new CellServer(CellServer.Connection::head)) {
      Origin first = new Origin("127.0.0.1", leaving.port());
      Origin second = new Origin("127.0.0.1", staying.port());
      Some some = new Some(Set.of(first));
      Vertx vertx = Vertx.vertx();
      try {
        vertx.deployVerticle(new OriginProbe(some, Map.of())).toCompletionStage();
        leaving.nextHead();
        assertThat(some.unwell.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(first);
        Asked.Asker asker =
            Objects.requireNonNull(some.askers.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
        asker.ask(Set.of(second));
        assertThat(staying.nextHead().line()).isEqualTo("GET /up HTTP/1.1");
        assertThat(some.unwell.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(second);
        asker.askSoon(first);
        asker.askSoon(second);
        staying.nextHead();
        assertThat(leaving.waitingHeads()).isZero();
      } finally {
        vertx
            .close()
            .toCompletionStage()
            .toCompletableFuture()
            .get(LIMIT_SECONDS, TimeUnit.SECONDS);
      }
    }
  }
}
