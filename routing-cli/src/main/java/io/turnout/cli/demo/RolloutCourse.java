// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.demo.RolloutTally.Weights;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The course of a rollout: new users come while others come back and testers try every stage; then
 * the weights change, and new users come again; in the end everybody comes back once more.
 *
 * <p>All of it happens on one event loop. What each user gets is compared with the stage that the
 * user has: that of its first answer, whatever the weights become.
 */
final class RolloutCourse {

  /** How many new users come by each of the weights. */
  static final int NEW_USERS = 450;

  /** How long the gateway may take to use a rule file that has changed. */
  static final Duration SWAP_WITHIN = Duration.ofSeconds(20);

  /** The stage that is closed: who had it gets another, once. */
  static final String GIVEN_UP = "broken";

  private static final List<String> PINNED = List.of("canary", "prod", "old");
  private static final int FIRST_NEW = 100;
  private static final int IN_FLIGHT = 32;
  private static final int TESTER_EVERY = 25;
  private static final long TICK_MILLIS = 5;
  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Vertx vertx;
  private final RolloutSite site;
  private final RolloutClient client;
  private final RolloutTally tally;
  private final List<RolloutUser> users;
  private final int perSecond;
  private final Promise<Void> done = Promise.promise();
  private final long started = System.nanoTime();

  private Phase phase = Phase.BEFORE;
  private String rulesBefore = "";
  private int joined;
  private int sent;
  private int inFlight;
  private int next;
  private long changedNanos;
  private long timer;
  private volatile boolean stopping;

  /** How far it has come. */
  private enum Phase {
    /** New users come by the weights of the file. */
    BEFORE,
    /** The file is changed, and the gateway has not taken it yet. */
    CHANGING,
    /** New users come by the other weights. */
    AFTER,
    /** Everybody comes back once more. */
    ROUND,
    /** All is sent. */
    OVER
  }

  /**
   * A course.
   *
   * @param known users who have been there before
   * @param perSecond how many requests are sent a second
   */
  RolloutCourse(
      Vertx vertx, Parts parts, RolloutTally tally, List<RolloutUser> known, int perSecond) {
    this.vertx = vertx;
    site = parts.site();
    client = parts.client();
    this.tally = tally;
    users = new ArrayList<>(known);
    this.perSecond = perSecond;
  }

  /** What it changes, and whom it asks. */
  record Parts(RolloutSite site, RolloutClient client) {}

  /** The weights after the change: ten times as many get the canary. */
  static Map<String, Integer> changed(Map<String, Integer> before) {
    int canary = before.getOrDefault("canary", 0);
    return Map.of("canary", 10 * canary, "prod", before.getOrDefault("prod", 0) - 9 * canary);
  }

  /** Runs it; completes when every request is over that was sent. */
  Future<Void> run() {
    vertx
        .getOrCreateContext()
        .runOnContext(v -> timer = vertx.setPeriodic(TICK_MILLIS, tick -> sendDue()));
    return done.future();
  }

  /** Lets no more requests be sent; those in flight end. */
  void stop() {
    stopping = true;
  }

  private void sendDue() {
    long due = 1 + (System.nanoTime() - started) * perSecond / NANOS_PER_SECOND;
    while (!isOver() && sent < due && inFlight < IN_FLIGHT) {
      sent++;
      step();
    }
    if (isOver() && inFlight == 0 && vertx.cancelTimer(timer)) {
      done.complete();
    }
  }

  private boolean isOver() {
    return stopping || phase == Phase.OVER;
  }

  private void step() {
    switch (phase) {
      case BEFORE -> {
        comeAndGo();
        if (joined == NEW_USERS) {
          change();
        }
      }
      case CHANGING -> {
        comeBack();
        awaitChange();
      }
      case AFTER -> {
        comeAndGo();
        if (joined == 2 * NEW_USERS) {
          phase = Phase.ROUND;
          next = 0;
        }
      }
      case ROUND -> {
        comeBack();
        if (next >= users.size()) {
          phase = Phase.OVER;
        }
      }
      default -> throw new IllegalStateException("nothing is sent when all is over");
    }
  }

  /** A tester now and then, else somebody new and somebody known by turns. */
  private void comeAndGo() {
    if (sent % TESTER_EVERY == 0) {
      test(users.get(sent % users.size()), PINNED.get(sent / TESTER_EVERY % PINNED.size()));
    } else if (sent % 2 == 0) {
      comeBack();
    } else {
      joined++;
      join(new RolloutUser(joined + FIRST_NEW));
    }
  }

  private void join(RolloutUser user) {
    over(
        client
            .ask(user, Optional.empty())
            .onSuccess(
                answer -> {
                  if (fits(user, answer, "")) {
                    users.add(user);
                    tally.joined();
                  }
                }),
        user);
  }

  private void comeBack() {
    RolloutUser user = users.get(next++ % users.size());
    String before = user.stage();
    over(
        client
            .ask(user, Optional.empty())
            .onSuccess(answer -> fits(user, answer, GIVEN_UP.equals(before) ? "" : before)),
        user);
  }

  private void test(RolloutUser user, String stage) {
    over(
        client
            .ask(user, Optional.of(stage))
            .onSuccess(
                answer -> {
                  if (!answer.setCookies().isEmpty()) {
                    tally.wrong(user.name() + " named " + stage + ", and a cookie was set");
                  }
                  cameFrom(user, stage, answer);
                }),
        user);
  }

  /** Whether an answer is that of the stage which a user has, or of any if it has none yet. */
  private boolean fits(RolloutUser user, RolloutClient.Answer answer, String stage) {
    Optional<String> wrong = user.take(answer.setCookies());
    if (wrong.isPresent()) {
      tally.wrong(user.name() + ": " + wrong.get() + " (status " + answer.status() + ")");
      return false;
    }
    if (!stage.isEmpty() && !stage.equals(user.stage())) {
      tally.moved(user.name() + " had " + stage + " and got " + user.stage() + ", " + when());
    }
    return cameFrom(user, user.stage(), answer);
  }

  private boolean cameFrom(RolloutUser user, String stage, RolloutClient.Answer answer) {
    Optional<String> expected = Optional.ofNullable(RolloutServers.VERSIONS.get(stage));
    boolean right = answer.version().equals(expected);
    if (!right) {
      tally.wrong(
          user.name()
              + " has "
              + stage
              + ", and version "
              + answer.version().orElse("(none)")
              + " answered, expected "
              + expected.orElse("(none)"));
    }
    return right;
  }

  private void over(Future<RolloutClient.Answer> asked, RolloutUser user) {
    inFlight++;
    asked
        .onFailure(failure -> tally.wrong(user.name() + " got no answer: " + failure))
        .onComplete(
            over -> {
              inFlight--;
              sendDue();
            });
  }

  private String when() {
    return phase == Phase.BEFORE ? "before the weights changed" : "after the weights changed";
  }

  private void change() {
    rulesBefore = tally.rules();
    changedNanos = System.nanoTime();
    phase = Phase.CHANGING;
    try {
      site.change(changed(site.weights()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitChange() {
    if (!tally.rules().equals(rulesBefore)) {
      try {
        tally.follow(new Weights(site.weights(), tally.rules(), elapsed()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      phase = Phase.AFTER;
    } else if (System.nanoTime() - changedNanos > SWAP_WITHIN.toNanos()) {
      tally.wrong("the changed rule file was not used within " + SWAP_WITHIN.toSeconds() + " s");
      phase = Phase.OVER;
    }
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - started);
  }
}
