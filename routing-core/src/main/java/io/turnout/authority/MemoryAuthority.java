// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.AuthorityAnswer.Unknown;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * An authority in the memory of this process, for tests and for programs that know their routes.
 *
 * <p>Every change of a key gets a version above all that were given out for that key: {@code
 * max(previous + 1, now in milliseconds)}. Keys that are not there share one version, the
 * generation; it begins at the time of creation and rises with every removal. So versions also grow
 * over a restart, as long as the wall clock does not go back across it.
 *
 * <p>Thread-safe. Answers come at once, on the caller's thread.
 */
public final class MemoryAuthority implements RouteAuthority {

  private final RouteClock clock;
  private final RouteLife known;
  private final RouteLife unknown;
  private final ConcurrentMap<RouteKey, Known> routes = new ConcurrentHashMap<>();
  private final Object writing = new Object();
  private volatile long generation;

  /** An empty one with the default lives. */
  public MemoryAuthority(RouteClock clock) {
    this(clock, RouteLife.KNOWN, RouteLife.UNKNOWN);
  }

  /**
   * An empty one.
   *
   * @param clock where versions come from
   * @param known the life of a route that is put without one
   * @param unknown the life of the answer that a key is not there
   */
  public MemoryAuthority(RouteClock clock, RouteLife known, RouteLife unknown) {
    this.clock = Objects.requireNonNull(clock, "clock");
    this.known = Objects.requireNonNull(known, "known");
    this.unknown = Objects.requireNonNull(unknown, "unknown");
    this.generation = Math.max(0, clock.wallMillis());
  }

  /**
   * Puts a key into a cell, with the default life.
   *
   * @return the version
   * @throws IllegalArgumentException if the cell is no routing name
   */
  public long put(RouteKey key, String cell) {
    return put(key, cell, known);
  }

  /**
   * Puts a key into a cell.
   *
   * @return the version
   * @throws IllegalArgumentException if the cell is no routing name
   */
  public long put(RouteKey key, String cell, RouteLife life) {
    Objects.requireNonNull(life, "life");
    synchronized (writing) {
      long version = nextVersion(key);
      routes.put(key, new Known(key, cell, version, life.freshFor(), life.expireAfter()));
      return version;
    }
  }

  /**
   * Removes a key; one that is not there is removed all the same, with a higher version.
   *
   * @return the version of the answer that it is not there
   */
  public long remove(RouteKey key) {
    synchronized (writing) {
      generation = Math.max(generation, nextVersion(key));
      routes.remove(key);
      return generation;
    }
  }

  private long nextVersion(RouteKey key) {
    Known route = routes.get(key);
    long previous = route == null ? generation : route.version();
    return Math.max(previous + 1, clock.wallMillis());
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    return CompletableFuture.completedStage(answer(Objects.requireNonNull(key, "key")));
  }

  private AuthorityAnswer answer(RouteKey key) {
    while (true) {
      long before = generation;
      Known route = routes.get(key);
      if (route != null) {
        return route;
      }
      // The key was away while this was the generation, and not only after another removal.
      if (before == generation) {
        return new Unknown(key, before, unknown.freshFor(), unknown.expireAfter());
      }
    }
  }
}
