// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client of two edges by turns, from an address of which no router believes anything. It compares
 * what becomes of each request with what is expected.
 */
final class TierClient implements Player {

  private static final String ADDRESS = "127.0.0.2";
  private static final int CONNECTIONS = 32;

  /** A cell tells of a request before it answers, but by another pipe. */
  private static final long TOLD_MILLIS = 5;

  private static final int MOST_TRIES = 2_000;

  private final Vertx vertx;
  private final List<Sender> edges;
  private final Arrivals arrivals;
  private final TierCourse course;
  private final Check check = new Check();
  private final Set<String> direct = ConcurrentHashMap.newKeySet();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile Expectation expectation = Expectation.AS_RECORDED;

  /** What may become of a request. */
  enum Expectation {
    /** What the recording says. */
    AS_RECORDED,
    /** The same, or a refusal where the edge cannot know: the authority is away. */
    WITHOUT_AUTHORITY
  }

  TierClient(Vertx vertx, List<Integer> ports, Arrivals arrivals, TierCourse course) {
    this.vertx = vertx;
    this.arrivals = arrivals;
    this.course = course;
    edges = ports.stream().map(port -> new Sender(vertx, port, CONNECTIONS, ADDRESS)).toList();
  }

  /** A client of another gateway. */
  Sender senderTo(int port) {
    return new Sender(vertx, port, CONNECTIONS, ADDRESS);
  }

  /** From now on each edge gets what the other one got. */
  void swapEdges() {
    turn.incrementAndGet();
  }

  void expect(Expectation what) {
    expectation = what;
  }

  @Override
  public Vertx vertx() {
    return vertx;
  }

  @Override
  public Future<List<String>> play(long number, Recorded recorded) {
    int edge = Math.floorMod(recorded.name().hashCode() + turn.get(), edges.size());
    return play(edges.get(edge), number, recorded, edge + " " + recorded.name());
  }

  /** Sends a request to a gateway. */
  Future<List<String>> play(Sender to, long number, Recorded recorded, String place) {
    String name = Long.toString(number);
    return to.send(name, recorded, number % 3 == 0)
        .compose(
            answer ->
                told(name, recorded, answer)
                    .map(v -> judge(new Over(recorded, arrivals.take(name), answer), place)))
        .otherwise(failure -> List.of("no answer: " + failure))
        .onSuccess(found -> over(recorded, found));
  }

  /** A request that is over. */
  private record Over(Recorded recorded, List<Arrival> arrived, Answer answer) {}

  private void over(Recorded recorded, List<String> found) {
    course.over();
    if (!found.isEmpty()) {
      course.wrong(recorded.name() + ": " + String.join("; ", found));
    }
  }

  /** Completes when a cell has told of what it answered. */
  private Future<Void> told(String number, Recorded recorded, Answer answer) {
    boolean expected = recorded.expected().cell().isPresent() && answer.status() == 200;
    Promise<Void> told = Promise.promise();
    look(number, expected ? MOST_TRIES : 0, told);
    return told.future();
  }

  private void look(String number, int tries, Promise<Void> told) {
    if (tries == 0 || arrivals.has(number)) {
      told.complete();
    } else {
      vertx.setTimer(TOLD_MILLIS, id -> look(number, tries - 1, told));
    }
  }

  private List<String> judge(Over over, String place) {
    over.arrived().forEach(course::arrived);
    List<String> found =
        new ArrayList<>(
            check.seenDifferences(
                new Check.Course(
                    over.recorded(), Optional.empty(), over.arrived(), over.answer())));
    boolean known = direct.contains(place);
    if (expectation == Expectation.WITHOUT_AUTHORITY) {
      return known || !isRefusedWithoutAuthority(over) ? found : Check.shown(over.answer());
    }
    if (over.arrived().stream().anyMatch(one -> TierCourse.way(one).equals(TierCourse.DIRECT))) {
      direct.add(place);
    }
    return found;
  }

  private static boolean isRefusedWithoutAuthority(Over over) {
    return over.answer().status() == 503 && over.arrived().isEmpty();
  }

  /** How many different requests an edge has decided by itself. */
  int direct() {
    return direct.size();
  }
}
