// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/** Says which cell a key lives in: from the near cache where it may, else from the authority. */
public final class CellResolver implements AutoCloseable {

  private CellResolver() {}

  /** Starts a resolver that asks {@code authority} for what it does not hold. */
  public static Builder builder(RouteAuthority authority) {
    return new Builder();
  }

  /** The near cache's answer. */
  public Resolution resolveNow(RouteKey key) {
    return Resolution.Miss.ABSENT;
  }

  /** The whole way. */
  public CompletionStage<Resolution> resolve(RouteKey key) {
    return new CompletableFuture<>();
  }

  /** Takes over a route that came by another way. */
  public void learn(RouteEntry entry) {}

  /** Removes a key's copy below a version. */
  public void forget(RouteKey key, long belowVersion) {}

  /** Expires everything loaded before an instant. */
  public void invalidate(Instant asOf) {}

  /** Expires everything of a namespace loaded before an instant. */
  public void invalidate(String namespace, Instant asOf) {}

  @Override
  public void close() {}

  /** Collects the options of a resolver. */
  public static final class Builder {
    private Builder() {}

    /** The most keys that the near cache holds. */
    public Builder nearCache(long maxEntries) {
      return this;
    }

    /** How long a call of the authority may take. */
    public Builder authorityTimeout(Duration timeout) {
      return this;
    }

    /** How many calls of the authority may run at once. */
    public Builder authorityConcurrency(int calls) {
      return this;
    }

    /** How many look-ups may wait for a call to end. */
    public Builder authorityQueue(int lookups) {
      return this;
    }

    /** The longest that an entry is fresh. */
    public Builder maxFresh(Duration cap) {
      return this;
    }

    /** The longest that an entry is used. */
    public Builder maxExpire(Duration cap) {
      return this;
    }

    /** The longest that an entry is used after it went stale. */
    public Builder maxStale(Duration cap) {
      return this;
    }

    /** How long an expired entry is served while the authority fails. */
    public Builder serveExpiredFor(Duration grace) {
      return this;
    }

    /** By how much a fresh life is shortened at random at most. */
    public Builder freshnessSpread(int percent) {
      return this;
    }

    /** Where chance comes from. */
    public Builder random(RandomGenerator random) {
      return this;
    }

    /** The clock. */
    public Builder clock(RouteClock clock) {
      return this;
    }

    /** The scheduler. */
    public Builder scheduler(RouteScheduler scheduler) {
      return this;
    }

    /** Who hears what happens. */
    public Builder listener(ResolverListener listener) {
      return this;
    }

    /** Builds it. */
    public CellResolver build() {
      return new CellResolver();
    }
  }
}
