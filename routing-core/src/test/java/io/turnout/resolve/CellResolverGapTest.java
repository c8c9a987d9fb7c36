// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What a gap of the channel puts in doubt goes on serving, is refreshed, and taught no further. */
class CellResolverGapTest {

  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private final Channel channel = new Channel();
  private final ResolverBench bench = new ResolverBench(o -> o.invalidations(channel));

  /** A channel that the test speaks on. */
  private static final class Channel implements RouteInvalidations {
    private final List<Listener> listeners = new ArrayList<>();

    @Override
    public CompletionStage<Void> publish(RouteKey key, long belowVersion) {
      return CompletableFuture.completedStage(null);
    }

    @Override
    public Subscription subscribe(Listener listener) {
      listeners.add(listener);
      return () -> listeners.remove(listener);
    }

    void gap() {
      listeners.forEach(Listener::onGap);
    }
  }

  @Test
  void entryInDoubt_servesAsStale_andIsRefreshedOnce() {
    bench.load("us-1", 7);
    bench.advanceMillis(1_000);
    channel.gap();
    Resolution stale = bench.now();
    assertThat(stale.kind()).isEqualTo(Kind.STALE);
    RouteEntry told = stale.held().orElseThrow();
    assertThat(told.freshUntil()).isEqualTo(bench.time.wallMillis());
    assertThat(bench.resolver.announcement(stale).orElseThrow().freshFor()).isZero();
    bench.assertNow(Kind.STALE, "us-1");
    assertThat(bench.heard.count("refresh")).isOne();
    bench.time.advance(Duration.ZERO);
    bench.authority.last().known("us-1", 7);
    bench.assertNow(Kind.FRESH, "us-1");
    assertThat(bench.heard.count("refresh")).isOne();
  }

  @Test
  void answerOfTheSameVersionWithAShorterLife_clearsTheDoubt() {
    bench.load("us-1", 7);
    bench.advanceMillis(1_000);
    channel.gap();
    bench.assertNow(Kind.STALE, "us-1");
    bench.time.advance(Duration.ZERO);
    bench.authority.last().known("us-1", 7, Duration.ofSeconds(1), Duration.ofSeconds(2));
    bench.assertNow(Kind.FRESH, "us-1");
  }

  @Test
  void entryInDoubt_servesUntilItExpires_whileTheAuthorityFails() {
    bench.load("us-1", 7);
    bench.advanceMillis(1_000);
    channel.gap();
    bench.advanceMillis(ScriptedAuthority.EXPIRE_AFTER.toMillis() - 1_001);
    bench.assertNow(Kind.STALE, "us-1");
    bench.advanceMillis(1);
    assertThat(bench.now()).isEqualTo(Resolution.Miss.EXPIRED);
  }

  @Test
  void whatIsLoadedAfterTheGap_isNotInDoubt() {
    bench.advanceMillis(1_000);
    channel.gap();
    bench.load("us-1", 7);
    bench.assertNow(Kind.FRESH, "us-1");
  }

  @Test
  void maxStale_saysHowLongDoubtIsBorne() {
    ResolverBench strict =
        new ResolverBench(o -> o.invalidations(channel).maxStale(Duration.ofSeconds(10)));
    strict.load("us-1", 7);
    strict.advanceMillis(1_000);
    channel.gap();
    strict.advanceMillis(9_999);
    strict.assertNow(Kind.STALE, "us-1");
    strict.advanceMillis(1);
    assertThat(strict.now()).isEqualTo(Resolution.Miss.EXPIRED);
    ResolverBench strictest =
        new ResolverBench(o -> o.invalidations(channel).maxStale(Duration.ZERO));
    strictest.load("us-1", 7);
    strictest.advanceMillis(1_000);
    channel.gap();
    assertThat(strictest.now()).isEqualTo(Resolution.Miss.EXPIRED);
  }

  @Test
  void snapshot_servesAcrossTheFirstConnection_andRemembersADoubt() {
    MemorySnapshot store = new MemorySnapshot();
    ResolverBench first =
        new ResolverBench(o -> o.invalidations(channel).snapshot(store, INTERVAL));
    first.load("us-1", 7);
    first.resolver.close();
    long later = first.time.wallMillis() + 1_000;
    ResolverBench second =
        new ResolverBench(
            o -> o.invalidations(channel).snapshot(store, INTERVAL),
            new ScriptedAuthority(1),
            later);
    second.assertNow(Kind.FRESH, "us-1");
    channel.gap();
    second.assertNow(Kind.STALE, "us-1");
    second.resolver.close();
    ResolverBench third =
        new ResolverBench(
            o -> o.snapshot(store, INTERVAL), new ScriptedAuthority(1), later + 1_000);
    third.assertNow(Kind.STALE, "us-1");
  }
}
