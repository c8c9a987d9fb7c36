// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.CellRouter;
import io.turnout.DecisionListener;
import io.turnout.conformance.FixtureRouter;
import io.turnout.decision.RouteDecision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An adapter between a router on virtual time and an upstream, as long as a test needs it. */
final class AdapterStage implements AutoCloseable {

  private static final long LIMIT_SECONDS = 20;

  /** An adapter may need a cell, and some rules name none. */
  private static final String SPARE_CELL = "spare";

  private static final long PAUSE_NANOS = 1_000_000;

  private final BlockingQueue<RouteDecision> decisions = new LinkedBlockingQueue<>();
  private final FixtureRouter routing;
  private final Upstream upstream;
  private final AdapterServer server;
  private volatile boolean over;
  private volatile @Nullable RuntimeException failure;

  /** Starts an adapter around a router. */
  @FunctionalInterface
  interface Starting {
    AdapterServer start(CellRouter router, Upstream upstream) throws Exception;
  }

  private AdapterStage(Function<DecisionListener, FixtureRouter> opening, Starting starting)
      throws Exception {
    routing = opening.apply((head, decision) -> decisions.add(decision));
    Set<String> cells = new TreeSet<>(routing.cells());
    cells.add(SPARE_CELL);
    upstream = new Upstream(cells);
    server = starting.start(routing.router(), upstream);
    Thread time = new Thread(this::letTimePass, "contract-time");
    time.setDaemon(true);
    time.start();
  }

  static AdapterStage open(Function<DecisionListener, FixtureRouter> opening, Starting starting)
      throws Exception {
    return new AdapterStage(opening, starting);
  }

  private void letTimePass() {
    while (!over) {
      try {
        routing.settle();
      } catch (RuntimeException e) {
        failure = e;
        return;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  FixtureRouter routing() {
    return routing;
  }

  Upstream upstream() {
    return upstream;
  }

  RawConnection connect() throws Exception {
    return RawConnection.to(server.port());
  }

  RawConnection connect(String from) throws Exception {
    return RawConnection.to(server.port(), from);
  }

  /** The next decision; fails if none is made. */
  RouteDecision nextDecision() throws InterruptedException {
    RouteDecision next = decisions.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("the adapter does not come to a decision", failure);
    }
    return next;
  }

  /** The next decision; fails if none is made, and at once where an answer comes before it. */
  RouteDecision nextDecision(RawConnection client) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (true) {
      boolean answered = client.hasInput();
      RouteDecision next = decisions.poll(PAUSE_NANOS, TimeUnit.NANOSECONDS);
      if (next != null) {
        return next;
      }
      if (answered || System.nanoTime() - end > 0) {
        String instead = answered ? "answers " + client.answerOrEnd("GET").status() : "waits";
        throw new AssertionError("the adapter " + instead + " without a decision", failure);
      }
    }
  }

  /** The decisions that were made and not asked for. */
  List<RouteDecision> restOfDecisions() {
    List<RouteDecision> rest = new ArrayList<>();
    decisions.drainTo(rest);
    return rest;
  }

  @Override
  public void close() throws IOException {
    over = true;
    try {
      server.stop();
    } catch (Exception e) {
      throw new IOException("the adapter's server does not end", e);
    } finally {
      upstream.close();
      routing.close();
    }
  }
}
