// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.admin.FleetTimes;
import io.turnout.admin.RouteAdministration;
import io.turnout.admin.RouteMove;
import io.turnout.authority.FileRoutes;
import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.LifeSetting;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** A business that moves into another cell while clients of both edges ask for it. */
final class TierMove {

  private static final RouteKey BUSINESS = new RouteKey("business", "b-900001");
  private static final String FROM = "us-1";
  private static final String TO = "eu-1";
  private static final Author AUTHOR = new Author("turnout demo", "to show a move");
  private static final long PERIOD_MILLIS = 10;
  private static final Duration AFTERWARDS = Duration.ofMillis(500);

  /** As the demo's gateways are configured; they read a changed file within two polls. */
  private static final FleetTimes FLEET =
      new FleetTimes(
          Duration.ofSeconds(2),
          Duration.ofMillis(500),
          Duration.ofSeconds(2),
          Duration.ZERO,
          Optional.empty(),
          Duration.ofSeconds(5),
          Duration.ofSeconds(1));

  private static final Recorded REQUEST =
      new Recorded(
          "the moved business",
          "GET",
          "/v1/payments",
          List.of(
              new Field("Host", "api.ostrand.example"),
              new Field("X-Business-Id", BUSINESS.value())),
          false,
          new byte[0],
          new Expected(Map.of()));

  private final RouteAdministration administration;
  private final Queue<CellLine> arrived = new ConcurrentLinkedQueue<>();
  private final Queue<String> unanswered = new ConcurrentLinkedQueue<>();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong answered = new AtomicLong();

  /** A move in a route file, of a business that is not in it yet. */
  TierMove(Path routes) {
    administration = RouteAdministration.builder(FileRoutes.of(routes), AUTHOR).build();
  }

  /** Puts the business into its first cell, with copies that live so short that a move is. */
  void prepare() {
    administration.put(
        BUSINESS,
        FROM,
        new LifeSetting(Optional.of(Duration.ofSeconds(1)), Optional.of(Duration.ofSeconds(2))),
        RouteAdministration.OverLive.REFUSE);
  }

  /** Whether a request that arrived at a cell is one of these. */
  static boolean isOne(Arrival arrival) {
    return arrival.headers().stream()
        .anyMatch(
            field ->
                field.name().equalsIgnoreCase("X-Business-Id")
                    && field.value().equals(BUSINESS.value()));
  }

  /** Takes what a cell tells of one of these requests. */
  void arrived(CellLine line) {
    arrived.add(line);
  }

  /**
   * Moves the business while requests go on.
   *
   * @param senders clients of the edges
   * @param firstNumber from which on numbers are free
   * @return what happened, in words; what should not have is told to {@code course}
   */
  List<String> run(Vertx vertx, List<Sender> senders, long firstNumber, TierCourse course)
      throws InterruptedException {
    long timer = vertx.setPeriodic(PERIOD_MILLIS, id -> send(senders, firstNumber));
    try {
      Thread.sleep(AFTERWARDS.toMillis());
      RouteMove move = RouteMove.begin(administration, BUSINESS, TO, FLEET);
      long flipBegun = 0;
      while (!move.isOver()) {
        Thread.sleep(Math.max(1, move.remaining().toMillis()));
        if (move.stage() == RouteMove.Stage.MARKED) {
          flipBegun = System.currentTimeMillis();
        }
        move.next();
      }
      long flip = move.certificate().flip();
      long enough = flip + FLEET.lastDecisionAfterFlip().plus(AFTERWARDS).toMillis();
      Thread.sleep(Math.max(1, enough - System.currentTimeMillis()));
      vertx.cancelTimer(timer);
      while (answered.get() < sent.get()) {
        Thread.sleep(PERIOD_MILLIS);
      }
      return told(flipBegun, flip, course);
    } finally {
      vertx.cancelTimer(timer);
    }
  }

  private void send(List<Sender> senders, long firstNumber) {
    long number = sent.getAndIncrement();
    senders
        .get((int) (number % senders.size()))
        .send(Long.toString(firstNumber + number), REQUEST, false)
        .onComplete(
            over -> {
              if (over.failed()) {
                unanswered.add("no answer: " + over.cause());
              } else if (over.result().status() != 200) {
                unanswered.add("status " + over.result().status() + ": " + over.result().body());
              }
              answered.incrementAndGet();
            });
  }

  private List<String> told(long flipBegun, long flip, TierCourse course) {
    unanswered.forEach(one -> course.wrong("a request for " + BUSINESS.text() + ": " + one));
    List<CellLine> lines = new ArrayList<>(arrived);
    long promised = flip + FLEET.lastDecisionAfterFlip().plus(FLEET.forwardTimeout()).toMillis();
    long last = flip;
    long atOld = 0;
    for (CellLine line : lines) {
      String cell = line.arrival().cell();
      if (cell.equals(FROM)) {
        atOld++;
        last = Math.max(last, line.atMillis());
      }
      if (cell.equals(FROM) && line.atMillis() > promised) {
        course.wrong("reached " + FROM + " " + (line.atMillis() - flip) + " ms after the flip");
      } else if (cell.equals(TO) && line.atMillis() < flipBegun) {
        course.wrong("reached " + TO + " " + (flipBegun - line.atMillis()) + " ms too early");
      } else if (!cell.equals(FROM) && !cell.equals(TO)) {
        course.wrong("reached " + cell);
      }
    }
    if (atOld == 0 || atOld == lines.size()) {
      course.wrong("all " + lines.size() + " requests reached one cell, so the move shows nothing");
    }
    return List.of(
        Numbers.count(sent.get()) + " requests for it, from " + FROM + " to " + TO + ";",
        String.format(
            Locale.ROOT,
            "the last reached %s %.1f s after the flip, promised within %.1f s",
            FROM,
            (last - flip) / 1e3,
            (promised - flip) / 1e3));
  }
}
