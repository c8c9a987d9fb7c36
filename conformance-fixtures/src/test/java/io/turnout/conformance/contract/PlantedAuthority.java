// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.authority.MemoryAuthority;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.AuthorityAnswer.Unknown;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** An authority in memory that keeps the contract but for one planted bug. */
final class PlantedAuthority implements RouteAuthority, Outage {

  /** What is wrong with it. */
  enum Bug {
    NONE,
    ANSWERS_THE_FIRST_CELL,
    UNKNOWN_IS_A_FAILURE,
    UNKNOWN_GETS_A_DEFAULT_CELL,
    ANSWERS_ABOUT_A_LOWER_CASE_KEY,
    VERSION_IS_CONSTANT,
    VERSION_FALLS_WITH_A_REMOVAL,
    VERSION_IS_THE_TIME,
    AT_LEAST_ANSWERS_THE_FIRST_READ,
    ALL_IN_ANOTHER_ORDER,
    ALL_WITHOUT_UNKNOWN,
    ALL_IGNORES_THE_LEAST_VERSION,
    OUTAGE_IS_UNKNOWN,
    OUTAGE_IS_THROWN,
    OUTAGE_HOLDS_THE_CALLER,
    OUTAGE_NEVER_COMPLETES,
    OUTAGE_OF_ALL_IS_EMPTY,
    OUTAGE_NEVER_ENDS
  }

  private final RouteClock clock;
  private final Bug bug;
  private final MemoryAuthority truth;
  private volatile String firstCell = "none";
  private volatile boolean broken;
  private volatile boolean wasBroken;

  PlantedAuthority(RouteClock clock, Bug bug) {
    this.clock = clock;
    this.bug = bug;
    this.truth = new MemoryAuthority(clock);
  }

  void put(RouteKey key, String cell) {
    if (firstCell.equals("none")) {
      firstCell = cell;
    }
    truth.put(key, cell);
  }

  void remove(RouteKey key) {
    truth.remove(key);
  }

  @Override
  public void begin() {
    broken = true;
    wasBroken = true;
  }

  @Override
  public void end() {
    broken = false;
  }

  private boolean has(Bug one) {
    return bug == one;
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    if (broken && has(Bug.OUTAGE_IS_UNKNOWN)) {
      return CompletableFuture.completedStage(unknown(key));
    }
    return answered(() -> answer(key, atLeastVersion));
  }

  private static Unknown unknown(RouteKey key) {
    return new Unknown(key, 0, Duration.ZERO, Duration.ZERO);
  }

  private AuthorityAnswer answer(RouteKey key, long atLeast) {
    AuthorityAnswer answer = truth.lookup(key, atLeast).toCompletableFuture().join();
    if (answer instanceof Unknown unknown) {
      return changed(unknown);
    }
    Known known = (Known) answer;
    String cell = has(Bug.ANSWERS_THE_FIRST_CELL) ? firstCell : known.cell();
    long version = version(known.version());
    if (atLeast > 0 && has(Bug.AT_LEAST_ANSWERS_THE_FIRST_READ)) {
      version = atLeast - 1;
    }
    return new Known(named(key), cell, version, known.freshFor(), known.expireAfter());
  }

  private AuthorityAnswer changed(Unknown answer) {
    if (has(Bug.UNKNOWN_IS_A_FAILURE)) {
      throw new IllegalStateException("no such key");
    }
    RouteKey key = named(answer.key());
    long version = has(Bug.VERSION_FALLS_WITH_A_REMOVAL) ? 0 : version(answer.version());
    return has(Bug.UNKNOWN_GETS_A_DEFAULT_CELL)
        ? new Known(key, "default", version, answer.freshFor(), answer.expireAfter())
        : new Unknown(key, version, answer.freshFor(), answer.expireAfter());
  }

  private long version(long version) {
    if (has(Bug.VERSION_IS_CONSTANT)) {
      return 1;
    }
    return has(Bug.VERSION_IS_THE_TIME) ? Math.max(version, clock.wallMillis()) : version;
  }

  private RouteKey named(RouteKey key) {
    return has(Bug.ANSWERS_ABOUT_A_LOWER_CASE_KEY)
        ? new RouteKey(key.namespace(), key.value().toLowerCase(Locale.ROOT))
        : key;
  }

  @Override
  public int mostAtOnce() {
    return 30;
  }

  @Override
  public List<CompletionStage<AuthorityAnswer>> lookupAll(List<Lookup> lookups) {
    if (broken && has(Bug.OUTAGE_OF_ALL_IS_EMPTY)) {
      return List.of();
    }
    List<CompletionStage<AuthorityAnswer>> stages = new ArrayList<>();
    for (Lookup one : lookups) {
      boolean ignores = has(Bug.ALL_IGNORES_THE_LEAST_VERSION) && one.atLeastVersion() > 0;
      CompletionStage<AuthorityAnswer> stage = lookup(one.key(), one.atLeastVersion());
      stages.add(ignores ? stage.thenApply(PlantedAuthority::lowered) : stage);
    }
    if (has(Bug.ALL_WITHOUT_UNKNOWN)) {
      stages.removeIf(stage -> stage.toCompletableFuture().join() instanceof Unknown);
    }
    if (has(Bug.ALL_IN_ANOTHER_ORDER)) {
      Collections.reverse(stages);
    }
    return stages;
  }

  private static AuthorityAnswer lowered(AuthorityAnswer answer) {
    return new Unknown(answer.key(), answer.version() - 1, answer.freshFor(), answer.expireAfter());
  }

  private <T> CompletionStage<T> answered(Supplier<T> answer) {
    if (broken || (wasBroken && has(Bug.OUTAGE_NEVER_ENDS))) {
      IllegalStateException failure = new IllegalStateException("the store is away");
      if (has(Bug.OUTAGE_IS_THROWN)) {
        throw failure;
      }
      if (has(Bug.OUTAGE_NEVER_COMPLETES)) {
        return new CompletableFuture<>();
      }
      while (broken && has(Bug.OUTAGE_HOLDS_THE_CALLER)) {
        LockSupport.parkNanos(1_000_000);
      }
      return CompletableFuture.failedStage(failure);
    }
    try {
      return CompletableFuture.completedStage(answer.get());
    } catch (IllegalStateException e) {
      return CompletableFuture.failedStage(e);
    }
  }
}
