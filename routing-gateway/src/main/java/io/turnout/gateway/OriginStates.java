// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.AuthorityTierSettings;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.turnout.gateway.endpoints.Asked;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which origins of the authority tier can be used. One that was not asked yet counts as one that
 * can; one to which a connection could not be made, or that failed to say that it is well so many
 * times in a row, cannot, until it says so again. Thread-safe.
 */
final class OriginStates implements Asked {

  /** Of one origin not more than one line is logged in this time. */
  static final long LOG_PAUSE_NANOS = 10_000_000_000L;

  private static final Logger logger = LoggerFactory.getLogger(OriginStates.class);

  private final AuthorityTierSettings settings;
  private final LongSupplier nanos;
  private final List<Member> members;
  private final AtomicInteger turn = new AtomicInteger();
  private volatile boolean everUsed;
  private volatile Consumer<Origin> onDown = origin -> {};

  /**
   * Makes the states of some origins.
   *
   * @param nanos the monotonic clock
   */
  OriginStates(AuthorityTierSettings settings, LongSupplier nanos) {
    this.settings = settings;
    this.nanos = nanos;
    members = settings.origins().stream().map(Member::new).toList();
  }

  /** What is known of an origin. */
  private enum State {
    UNASKED,
    UP,
    DOWN
  }

  /** Says who is to hear of an origin at once when it cannot be used any more. */
  void onDown(Consumer<Origin> hearer) {
    onDown = hearer;
  }

  @Override
  public void askedBy(Asker asker) {
    onDown(asker::askSoon);
    asker.ask(new LinkedHashSet<>(settings.origins()));
  }

  @Override
  public OriginHealth health() {
    return settings.health();
  }

  /** The origin whose turn it is, among those that can be used and were not tried. */
  Optional<Origin> next(Set<Origin> tried) {
    int start = turn.getAndIncrement() & Integer.MAX_VALUE;
    for (int i = 0; i < members.size(); i++) {
      Member member = members.get((start % members.size() + i) % members.size());
      if (member.state != State.DOWN && !tried.contains(member.origin)) {
        return Optional.of(member.origin);
      }
    }
    return Optional.empty();
  }

  @Override
  public void well(Origin origin) {
    everUsed = true;
    member(origin).well();
  }

  @Override
  public void unwell(Origin origin, String why) {
    if (member(origin).unwell(why)) {
      onDown.accept(origin);
    }
  }

  /** No connection for a request could be made. */
  void unreachable(Origin origin, Throwable failure) {
    if (member(origin).down(String.valueOf(failure.getMessage()))) {
      onDown.accept(origin);
    }
  }

  /** Whether one was ever well. */
  boolean wasEverWell() {
    return everUsed;
  }

  /** {@code unasked}, {@code up} or {@code down} for each origin. */
  Map<String, String> words() {
    Map<String, String> words = new LinkedHashMap<>();
    for (Member member : members) {
      words.put(
          member.origin.toString(),
          switch (member.state) {
            case UNASKED -> "unasked";
            case UP -> "up";
            case DOWN -> "down";
          });
    }
    return words;
  }

  private Member member(Origin origin) {
    return members.stream()
        .filter(member -> member.origin.equals(origin))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(origin + " is none of the origins"));
  }

  /** One origin. */
  private final class Member {

    private final Origin origin;
    private volatile State state = State.UNASKED;
    private int failures;
    private long loggedAt;
    private int unlogged;
    private boolean logged;

    Member(Origin origin) {
      this.origin = origin;
    }

    synchronized void well() {
      failures = 0;
      boolean back = state == State.DOWN;
      state = State.UP;
      if (back) {
        log("can be used again", "it says that it is well");
      }
    }

    synchronized boolean unwell(String why) {
      failures++;
      return failures >= settings.health().failures() && down(why);
    }

    synchronized boolean down(String why) {
      if (state == State.DOWN) {
        return false;
      }
      state = State.DOWN;
      log("is not used", why);
      return true;
    }

    private void log(String what, String why) {
      long now = nanos.getAsLong();
      if (logged && now - loggedAt < LOG_PAUSE_NANOS) {
        unlogged++;
        return;
      }
      logger.warn(
          "the authority tier at {} {}: {}; changes before that were not logged: {}",
          origin,
          what,
          why,
          unlogged);
      logged = true;
      loggedAt = now;
      unlogged = 0;
    }
  }
}
