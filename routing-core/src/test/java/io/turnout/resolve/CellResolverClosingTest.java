// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static io.turnout.resolve.ResolverBench.assertUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CellResolverClosingTest {

  @Test
  void close_completesAllThatWaits() {
    ResolverBench bench =
        new ResolverBench(o -> o.authorityConcurrency(2).serveExpiredFor(Duration.ofDays(1)));
    CompletableFuture<Resolution> detached = bench.ask();
    bench.resolver.forget(KEY, 5);
    CompletableFuture<Resolution> sent = bench.ask();
    CompletableFuture<Resolution> queued = bench.ask(RouteKey.parse("business:2"));
    bench.resolver.close();
    assertUnavailable(detached, Cause.CLOSED);
    assertUnavailable(sent, Cause.CLOSED);
    assertUnavailable(queued, Cause.CLOSED);
    assertThat(bench.authority.calls).hasSize(2).allMatch(call -> call.stage().isCancelled());
  }

  @Test
  void closedResolver_usesNothing_learnsNothing_asksNobody() {
    ResolverBench bench = new ResolverBench();
    bench.load("us-1", 7);
    bench.resolver.close();
    bench.resolver.close();
    assertThat(bench.now().kind()).isEqualTo(Kind.MISS);
    bench.resolver.learn(bench.taught("eu-1", 8));
    bench.resolver.forget(KEY, 9);
    assertThat(bench.now().kind()).isEqualTo(Kind.MISS);
    assertUnavailable(bench.ask(), Cause.CLOSED);
    assertThat(bench.authority.calls).hasSize(1);
  }

  @Test
  void close_completesWhoWaitsForALayer_withoutTheScheduler() {
    ScriptedLayer layer = new ScriptedLayer("shared");
    layer.hangs = true;
    ResolverBench bench = new ResolverBench(o -> o.layer(layer));
    CompletableFuture<Resolution> asked = bench.ask();
    bench.time.close();
    bench.resolver.close();
    assertUnavailable(asked, Cause.CLOSED);
    assertUnavailable(bench.ask(), Cause.CLOSED);
    layer.hanging.forEach(Runnable::run);
    assertThat(bench.authority.calls).isEmpty();
    assertThat(bench.heard.count("unavailable CLOSED")).isEqualTo(2);
  }

  @Test
  void close_endsRefreshesAndTimers() {
    ResolverBench bench = new ResolverBench();
    bench.load("us-1", 7);
    bench.advanceMillis(ScriptedAuthority.FRESH_FOR.toMillis());
    bench.now();
    bench.time.settle();
    bench.ask(RouteKey.parse("business:2"));
    bench.resolver.close();
    bench.time.advance(NearCache.MAINTENANCE_DELAY);
    assertThat(bench.time.waiting()).isZero();
  }

  @Test
  void close_leavesAForeignSchedulerOpen() {
    ResolverBench bench = new ResolverBench();
    bench.resolver.close();
    boolean[] ran = {false};
    bench.time.execute(() -> ran[0] = true);
    bench.time.settle();
    assertThat(ran[0]).isTrue();
  }

  @Test
  void close_completesAllThatWaits_alsoIfAStageRefusesToBeCancelled() {
    List<CompletableFuture<Resolution>> waiting = new ArrayList<>();
    CellResolver resolver =
        CellResolver.builder(
                (key, atLeast) ->
                    new CompletableFuture<>() {
                      @Override
                      public boolean cancel(boolean interrupt) {
                        throw new IllegalStateException("not now");
                      }
                    })
            .build();
    for (int i = 0; i < 3; i++) {
      waiting.add(resolver.resolve(RouteKey.parse("business:" + i)).toCompletableFuture());
    }
    resolver.close();
    waiting.forEach(stage -> assertUnavailable(stage, Cause.CLOSED));
  }

  @Test
  void close_whileTheAuthorityIsCalled_leavesNobodyWaiting() {
    CellResolver[] resolver = new CellResolver[1];
    resolver[0] =
        CellResolver.builder(
                (key, atLeast) -> {
                  resolver[0].close();
                  return new CompletableFuture<>();
                })
            .build();
    assertUnavailable(resolver[0].resolve(KEY).toCompletableFuture(), Cause.CLOSED);
  }
}
