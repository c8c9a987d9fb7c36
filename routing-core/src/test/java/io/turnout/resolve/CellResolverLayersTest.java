// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static io.turnout.resolve.ResolverBench.assertAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CellResolverLayersTest {

  private final ScriptedLayer first = new ScriptedLayer("first");
  private final ScriptedLayer second = new ScriptedLayer("second");
  private final ResolverBench bench =
      new ResolverBench(options -> options.layer(first).layer(second));

  private RouteEntry entry(String cell, long version, long agoMillis, long fresh, long expire) {
    long loaded = bench.time.wallMillis() - agoMillis;
    return new RouteEntry(KEY, Optional.of(cell), version, loaded, loaded + fresh, loaded + expire);
  }

  @Test
  void hitInALowerLayer_isCopiedUpWithItsTimesUnchanged() {
    RouteEntry held = entry("us-1", 7, 10_000, 60_000, 90_000);
    second.held.put(KEY, held);

    CompletableFuture<Resolution> asked = bench.ask();

    assertThat(asked.join()).isEqualTo(new Resolution.Fresh(held, "second"));
    assertThat(first.calls).containsExactly("get business:1", "put business:1 7");
    assertThat(second.calls).containsExactly("get business:1");
    assertThat(bench.authority.calls).isEmpty();
    bench.advanceMillis(49_999);
    bench.assertNow(Kind.FRESH, "us-1");
    bench.advanceMillis(1);
    bench.assertNow(Kind.STALE, "us-1");
    bench.advanceMillis(30_000);
    assertThat(bench.now()).isEqualTo(Resolution.Miss.EXPIRED);
  }

  @Test
  void expiredEntry_isNotPromoted() {
    second.held.put(KEY, entry("us-1", 7, 90_000, 60_000, 90_000));

    CompletableFuture<Resolution> asked = bench.ask();
    bench.authority.last().known("eu-1", 8);

    assertAnswer(asked, Kind.FRESH, "eu-1");
    assertThat(first.count("put business:1 7")).isZero();
  }

  @Test
  void staleEntry_servesAtOnceAndIsRefreshedPastTheLayers() {
    second.held.put(KEY, entry("us-1", 7, 70_000, 60_000, 90_000));

    assertAnswer(bench.ask(), Kind.STALE, "us-1");
    bench.time.settle();

    assertThat(bench.authority.calls).hasSize(1);
    bench.authority.last().known("eu-1", 8);
    bench.assertNow(Kind.FRESH, "eu-1");
    assertThat(second.count("put business:1 8")).isEqualTo(1);
  }

  @Test
  void refresh_isContentWithAFreshEntryOfALayer() {
    bench.load("us-1", 7);
    bench.advanceMillis(ScriptedAuthority.FRESH_FOR.toMillis());
    first.held.put(KEY, entry("eu-1", 8, 1_000, 60_000, 90_000));

    bench.assertNow(Kind.STALE, "us-1");
    bench.time.settle();

    bench.assertNow(Kind.FRESH, "eu-1");
    assertThat(bench.authority.calls).hasSize(1);
  }

  @Test
  void answerOfTheAuthority_isWrittenToEveryLayerUncapped() {
    ResolverBench capped =
        new ResolverBench(
            options -> options.layer(first).maxFresh(Duration.ZERO).maxExpire(Duration.ZERO));
    CompletableFuture<Resolution> asked = capped.ask();
    capped.authority.last().known("us-1", 3);

    assertThat(asked).isCompleted();
    assertThat(first.calls).containsExactly("get business:1", "put business:1 3");
  }

  @Test
  void uncacheableAnswer_removesTheCopies() {
    CompletableFuture<Resolution> asked = bench.ask();
    bench.authority.last().uncacheable("us-1", 7);

    assertAnswer(asked, Kind.FRESH, "us-1");
    assertThat(first.calls).containsExactly("get business:1", "remove business:1 8");
    assertThat(second.calls).containsExactly("get business:1", "remove business:1 8");
  }

  @Test
  void copyAsOldAsAnUncacheableAnswer_isNotTakenAgain() {
    bench.ask();
    bench.authority.last().uncacheable("us-1", 7);
    first.held.put(KEY, entry("us-1", 7, 60_000, 120_000, 120_000));

    bench.ask();

    assertThat(bench.authority.calls).hasSize(2);
    assertThat(bench.now()).isEqualTo(Resolution.Miss.ABSENT);
  }

  @Test
  void copyBelowARemovedVersion_isNotTaken() {
    first.held.put(KEY, entry("us-1", 7, 60_000, 120_000, 120_000));
    bench.resolver.forget(KEY, 8);

    CompletableFuture<Resolution> asked = bench.ask();

    assertThat(first.count("remove business:1 8")).isEqualTo(1);
    assertThat(asked).isNotDone();
    bench.authority.last().known("eu-1", 8);
    assertAnswer(asked, Kind.FRESH, "eu-1");
  }

  @Test
  void copyOfAHostWhoseClockIsALittleAhead_doesNotUndoARemoval() {
    bench.resolver.forget(KEY, 8);
    first.held.put(KEY, entry("us-1", 7, -900, 120_000, 120_000));

    assertThat(bench.ask()).isNotDone();
  }

  @Test
  void copyFromBeforeAnInvalidation_isNotTaken() {
    first.held.put(KEY, entry("us-1", 7, 60_000, 120_000, 120_000));
    bench.resolver.invalidate(Instant.ofEpochMilli(bench.time.wallMillis()));

    assertThat(bench.ask()).isNotDone();
    assertThat(bench.authority.calls).hasSize(1);
  }

  @Test
  void layerWithAHugeVersion_doesNotWinForEver() {
    first.held.put(KEY, entry("lie", RouteEntry.MAX_VERSION, 0, 60_000, 90_000));
    assertAnswer(bench.ask(), Kind.FRESH, "lie");
    first.held.clear();
    bench.advanceMillis(60_000);
    bench.assertNow(Kind.STALE, "lie");
    bench.time.settle();

    bench.authority.last().known("us-1", 7);
    assertThat(bench.authority.last().atLeastVersion()).isEqualTo(RouteEntry.MAX_VERSION);
    bench.authority.last().known("us-1", 7);

    bench.assertNow(Kind.FRESH, "us-1");
    assertThat(first.calls).contains("remove business:1 " + (RouteEntry.MAX_VERSION + 1));
    assertThat(first.count("put business:1 7")).isZero();
  }

  @Test
  void entryOfAnotherKeyOrFromTheFuture_isAMiss() {
    RouteEntry good = entry("us-1", 7, -1_001, 60_000, 90_000);
    first.held.put(KEY, good);
    RouteKey other = RouteKey.parse("business:2");
    second.held.put(other, entry("us-1", 7, 0, 60_000, 90_000));

    assertThat(bench.ask()).isNotDone();
    assertThat(bench.ask(other)).isNotDone();
  }

  @Test
  void failingLayer_isAMiss() {
    first.fails = true;
    second.throwsUp = true;

    CompletableFuture<Resolution> asked = bench.ask();
    bench.authority.last().known("us-1", 1);

    assertAnswer(asked, Kind.FRESH, "us-1");
  }

  @Test
  void hangingLayer_isWaitedForNoLongerThanItsTimeOut() {
    first.hangs = true;
    CompletableFuture<Resolution> asked = bench.ask();
    bench.advanceMillis(19);
    assertThat(bench.authority.calls).isEmpty();
    bench.advanceMillis(1);
    bench.authority.last().known("us-1", 1);
    assertAnswer(asked, Kind.FRESH, "us-1");

    first.hanging.forEach(Runnable::run);
    bench.assertNow(Kind.FRESH, "us-1");
  }

  @Test
  void hangingLayer_isNotWaitedForOnceItsBreakerIsOpen() {
    first.hangs = true;
    for (int i = 0; i < Breaker.FEWEST_CALLS; i++) {
      bench.ask(RouteKey.parse("business:h" + i));
    }
    bench.advanceMillis(20);
    assertThat(bench.authority.calls).hasSize(Breaker.FEWEST_CALLS);

    bench.ask(RouteKey.parse("business:open"));
    assertThat(bench.authority.calls).hasSize(Breaker.FEWEST_CALLS + 1);
    assertThat(first.count("get business:open")).isZero();
    List.copyOf(bench.authority.calls).forEach(call -> call.known("us-1", 1));

    bench.advanceMillis(Breaker.OPEN_FOR.toMillis() + 1);
    bench.ask(RouteKey.parse("business:probe"));
    assertThat(first.count("get business:probe")).as("a probe goes out").isEqualTo(1);
    assertThat(bench.authority.last().key().text()).as("not waited for").contains("probe");
  }

  @Test
  void layerThatWorksAgain_isAskedAgain() {
    first.fails = true;
    for (int i = 0; i < Breaker.FEWEST_CALLS; i++) {
      bench.ask(RouteKey.parse("business:f" + i));
    }
    first.fails = false;
    bench.advanceMillis(Breaker.OPEN_FOR.toMillis() + 1);
    for (int i = 0; i < Breaker.PROBES; i++) {
      bench.ask(RouteKey.parse("business:p" + i));
    }
    first.held.put(KEY, entry("us-1", 7, 0, 60_000, 90_000));

    assertAnswer(bench.ask(), Kind.FRESH, "us-1");
  }

  @Test
  void readsBeyondThoseThatRunAtOnce_goOutTogether() {
    first.hangs = true;
    List<CompletableFuture<Resolution>> asked = new ArrayList<>();
    for (int i = 0; i < LayerGuard.MOST_READS + 150; i++) {
      asked.add(bench.ask(RouteKey.parse("business:b" + i)));
    }
    assertThat(first.calls).hasSize(LayerGuard.MOST_READS);

    List<Runnable> running = List.copyOf(first.hanging);
    first.hanging.clear();
    running.subList(0, 2).forEach(Runnable::run);

    assertThat(first.calls.subList(LayerGuard.MOST_READS, first.calls.size()))
        .containsExactly("getAll 100", "getAll 50");
  }

  @Test
  void nameOfALayer_mustBeFreeAndARoutingName() {
    assertThatThrownBy(
            () ->
                new ResolverBench(
                    options ->
                        options
                            .layer(new ScriptedLayer("near"))
                            .layer(new ScriptedLayer("Red is"))
                            .layer(first)
                            .layer(first)))
        .hasMessageContaining("\"near\"")
        .hasMessageContaining("\"Red is\"")
        .hasMessageContaining("\"first\"");
  }
}
