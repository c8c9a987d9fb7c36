// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An authority that answers when a test says so. */
final class ScriptedAuthority implements RouteAuthority {

  static final Duration FRESH_FOR = Duration.ofMinutes(5);
  static final Duration EXPIRE_AFTER = Duration.ofHours(24);

  final List<Call> calls = new ArrayList<>();
  final List<Integer> batches = new ArrayList<>();
  boolean answerAtOnce;
  private final int mostAtOnce;

  ScriptedAuthority(int mostAtOnce) {
    this.mostAtOnce = mostAtOnce;
  }

  /** One call, not answered until the test does. */
  record Call(RouteKey key, long atLeastVersion, CompletableFuture<AuthorityAnswer> stage) {

    void known(String cell, long version) {
      known(cell, version, FRESH_FOR, EXPIRE_AFTER);
    }

    void known(String cell, long version, Duration freshFor, Duration expireAfter) {
      stage.complete(new AuthorityAnswer.Known(key, cell, version, freshFor, expireAfter));
    }

    void uncacheable(String cell, long version) {
      known(cell, version, Duration.ZERO, Duration.ZERO);
    }

    void unknown(long version) {
      stage.complete(
          new AuthorityAnswer.Unknown(key, version, Duration.ofSeconds(30), Duration.ofMinutes(1)));
    }

    void throttle() {
      stage.completeExceptionally(new AuthorityThrottledException());
    }

    void throttle(Duration retryAfter) {
      stage.completeExceptionally(new AuthorityThrottledException(retryAfter));
    }

    void fail() {
      stage.completeExceptionally(new IllegalStateException("down"));
    }

    void fail(RuntimeException failure) {
      stage.completeExceptionally(failure);
    }
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    Call call = new Call(key, atLeastVersion, new CompletableFuture<>());
    calls.add(call);
    if (answerAtOnce) {
      call.known("us-1", 1);
    }
    return call.stage();
  }

  @Override
  public int mostAtOnce() {
    return mostAtOnce;
  }

  @Override
  public List<CompletionStage<AuthorityAnswer>> lookupAll(List<Lookup> lookups) {
    batches.add(lookups.size());
    return RouteAuthority.super.lookupAll(lookups);
  }

  Call last() {
    return calls.get(calls.size() - 1);
  }
}
