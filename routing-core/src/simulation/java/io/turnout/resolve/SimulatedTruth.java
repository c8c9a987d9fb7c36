// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** What is true of each key, and what was ever said of it. */
final class SimulatedTruth {

  /** What is true of a key from some instant on. */
  record State(long version, boolean known, boolean cacheable) {}

  /**
   * An answer that was given, or a route that was taught.
   *
   * @param sentNanos when it was asked for
   */
  record Said(long sentNanos, long version, boolean known, long freshNanos, long expireNanos) {

    boolean isFreshAt(long nanos) {
      return nanos < sentNanos + Math.min(freshNanos, expireNanos);
    }

    boolean livesAt(long nanos) {
      return nanos < sentNanos + expireNanos;
    }
  }

  private final SplittableRandom random;
  private final VirtualTime time;
  private final Map<RouteKey, List<State>> history = new HashMap<>();
  private final Map<RouteKey, List<Said>> said = new HashMap<>();
  private boolean settled;

  SimulatedTruth(SplittableRandom random, VirtualTime time) {
    this.random = random;
    this.time = time;
  }

  /** A move, a deletion, the start or end of an uncacheable phase, or rarely a restore. */
  void change(RouteKey key) {
    List<State> states = states(key);
    long version = states.get(states.size() - 1).version();
    boolean restored = random.nextInt(20) == 0;
    long next = restored ? Math.max(1, version - 2) : version + 1 + random.nextInt(2);
    states.add(new State(next, random.nextInt(4) > 0, random.nextInt(4) > 0));
  }

  /** From now on every read sees the truth. */
  void settle() {
    settled = true;
  }

  State now(RouteKey key) {
    List<State> states = states(key);
    return states.get(states.size() - 1);
  }

  /** The state that a read sees; one that is not consistent may see the one before. */
  State read(RouteKey key, boolean consistent) {
    List<State> states = states(key);
    int last = states.size() - 1;
    boolean lags = !consistent && !settled && last > 0 && random.nextInt(4) == 0;
    return states.get(lags ? last - 1 : last);
  }

  /** Gives the answer to a look-up that was sent at an instant, and remembers that it did. */
  AuthorityAnswer answer(RouteKey key, State state, long sentNanos) {
    long scale = random.nextInt(4) == 0 ? 100 : 1;
    long expireMillis = state.cacheable() ? 50 + scale * random.nextInt(3_000) : 0;
    long freshMillis = random.nextInt(2_000);
    said(
        key,
        new Said(
            sentNanos,
            state.version(),
            state.known(),
            freshMillis * 1_000_000,
            expireMillis * 1_000_000));
    Duration fresh = Duration.ofMillis(freshMillis);
    Duration expire = Duration.ofMillis(expireMillis);
    return state.known()
        ? new AuthorityAnswer.Known(key, cell(state.version()), state.version(), fresh, expire)
        : new AuthorityAnswer.Unknown(key, state.version(), fresh, expire);
  }

  void said(RouteKey key, Said saying) {
    said.computeIfAbsent(key, none -> new ArrayList<>()).add(saying);
  }

  /** All that was ever said of a key. */
  List<Said> allSaid(RouteKey key) {
    return said.getOrDefault(key, List.of());
  }

  /** The cell of a version, so that a wrong one is seen. */
  static String cell(long version) {
    return "cell-" + version;
  }

  VirtualTime time() {
    return time;
  }

  private List<State> states(RouteKey key) {
    return history.computeIfAbsent(
        key, none -> new ArrayList<>(List.of(new State(1, random.nextBoolean(), true))));
  }
}
