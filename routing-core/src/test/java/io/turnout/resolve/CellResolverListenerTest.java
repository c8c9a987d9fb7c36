// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static io.turnout.resolve.ResolverBench.assertAnswer;
import static io.turnout.resolve.ResolverBench.assertUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.spi.RouteKey;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CellResolverListenerTest {

  /** Throws whatever it is told. */
  private static final class Thrower implements ResolverListener {
    private int thrown;

    private IllegalStateException next() {
      thrown++;
      return new IllegalStateException("a careless listener");
    }

    @Override
    public void onHit(Resolution resolution) {
      throw next();
    }

    @Override
    public void onMiss(Resolution.Miss miss) {
      throw next();
    }

    @Override
    public void onLookup(LookupResult result, long latencyNanos) {
      throw next();
    }

    @Override
    public void onRefresh() {
      throw next();
    }

    @Override
    public void onUnavailable(Cause cause) {
      throw next();
    }

    @Override
    public void onRefused(Refusal reason) {
      throw next();
    }

    @Override
    public void onEviction() {
      throw next();
    }
  }

  @Test
  void listenerThatThrows_harmsNothing() {
    Thrower thrower = new Thrower();
    ResolverBench bench = new ResolverBench(o -> o.listener(thrower).nearCache(1));
    CompletableFuture<Resolution> failed = bench.ask();
    bench.authority.last().fail();
    assertUnavailable(failed, Cause.FAILED);
    bench.load("us-1", 7);
    bench.resolver.learn(bench.taught("us-0", 6));
    bench.assertNow(Kind.FRESH, "us-1");
    bench.advanceMillis(ScriptedAuthority.FRESH_FOR.toMillis());
    bench.assertNow(Kind.STALE, "us-1");
    bench.time.settle();
    bench.authority.last().known("eu-1", 8);
    bench.assertNow(Kind.FRESH, "eu-1");
    for (int i = 0; i < 10; i++) {
      bench.ask(RouteKey.parse("user:" + i));
      bench.authority.last().unknown(1);
    }
    bench.time.advance(NearCache.MAINTENANCE_DELAY);
    assertThat(thrower.thrown).isGreaterThan(20);
  }

  @Test
  void listener_hearsWhatHappens() {
    ResolverBench bench = new ResolverBench();
    CompletableFuture<Resolution> asked = bench.ask();
    bench.advanceMillis(20);
    bench.authority.last().known("us-1", 7);
    assertAnswer(asked, Kind.FRESH, "us-1");
    bench.now();
    bench.advanceMillis(ScriptedAuthority.FRESH_FOR.toMillis());
    bench.now();
    bench.time.settle();
    bench.advanceMillis(5);
    bench.authority.last().unknown(8);
    bench.now();
    bench.resolver.forget(KEY, 9);
    bench.now();
    assertThat(bench.heard.events)
        .containsExactly(
            "miss ABSENT",
            "lookup KNOWN 20ms",
            "hit FRESH",
            "refresh",
            "hit STALE",
            "lookup UNKNOWN 5ms",
            "hit UNKNOWN",
            "miss ABSENT");
  }
}
