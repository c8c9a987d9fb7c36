// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class CellResolverSnapshotTest {

  private static final Duration INTERVAL = Duration.ofSeconds(30);
  private static final RouteKey OTHER = RouteKey.parse("business:2");

  private final MemorySnapshot store = new MemorySnapshot();
  private final ResolverBench first = bench(o -> o);

  private ResolverBench bench(UnaryOperator<CellResolver.Builder> options) {
    return new ResolverBench(o -> options.apply(o.snapshot(store, INTERVAL)));
  }

  /** The resolver that is started so long after the first one, whose clocks may be anything. */
  private ResolverBench restarted(long afterMillis, UnaryOperator<CellResolver.Builder> options) {
    return new ResolverBench(
        o -> options.apply(o.snapshot(store, INTERVAL)),
        new ScriptedAuthority(1),
        first.time.wallMillis() + afterMillis);
  }

  private ResolverBench restarted(long afterMillis) {
    return restarted(afterMillis, o -> o);
  }

  @Test
  void firstStart_findsNothing() {
    assertThat(first.heard.events).containsExactly("snapshot NONE 0");
  }

  @Test
  void entry_comesBackWithItsOwnTimes() {
    first.load("us-1", 7);
    long loadedAt = first.time.wallMillis();
    first.advanceMillis(60_000);
    first.resolver.close();
    ResolverBench again = restarted(1_000);
    assertThat(again.heard.events).containsExactly("snapshot READ 1");
    assertThat(again.now())
        .isEqualTo(
            new Resolution.Fresh(
                new RouteEntry(
                    KEY,
                    Optional.of("us-1"),
                    7,
                    loadedAt,
                    loadedAt + ScriptedAuthority.FRESH_FOR.toMillis(),
                    loadedAt + ScriptedAuthority.EXPIRE_AFTER.toMillis()),
                Resolution.NEAR));
    again.advanceMillis(ScriptedAuthority.FRESH_FOR.toMillis() - 61_001);
    again.assertNow(Kind.FRESH, "us-1");
    again.advanceMillis(1);
    again.assertNow(Kind.STALE, "us-1");
    again.advanceMillis(
        ScriptedAuthority.EXPIRE_AFTER.minus(ScriptedAuthority.FRESH_FOR).toMillis() - 1);
    again.assertNow(Kind.STALE, "us-1");
    again.advanceMillis(1);
    assertThat(again.now()).isEqualTo(Resolution.Miss.EXPIRED);
  }

  @Test
  void entry_isServedWhileTheAuthorityIsAway() {
    first.load("us-1", 7);
    first.resolver.close();
    ResolverBench again = restarted(ScriptedAuthority.FRESH_FOR.toMillis());
    again.assertNow(Kind.STALE, "us-1");
    again.time.settle();
    again.authority.last().fail();
    again.assertNow(Kind.STALE, "us-1");
  }

  @Test
  void expiredEntry_isGone_itsVersionIsRemembered() {
    first.load("us-1", 7);
    first.resolver.close();
    ResolverBench again = restarted(ScriptedAuthority.EXPIRE_AFTER.toMillis());
    assertThat(again.now().kind()).isEqualTo(Kind.MISS);
    again.ask();
    again.authority.last().known("eu-1", 6);
    assertThat(again.authority.last().atLeastVersion()).isEqualTo(7);
  }

  @Test
  void expiredEntry_servesWithinItsGrace_whileTheAuthorityFails() {
    first.load("us-1", 7);
    first.resolver.close();
    Duration grace = Duration.ofHours(1);
    ResolverBench again =
        restarted(ScriptedAuthority.EXPIRE_AFTER.toMillis() + 1_000, o -> o.serveExpiredFor(grace));
    var asked = again.ask();
    again.authority.last().fail();
    ResolverBench.assertAnswer(asked, Kind.EXPIRED, "us-1");
  }

  @Test
  void unknownKey_comesBack() {
    first.ask();
    first.authority.last().unknown(7);
    first.resolver.close();
    assertThat(restarted(1_000).now().kind()).isEqualTo(Kind.UNKNOWN);
  }

  @Test
  void capsOfTheNewResolver_count_andTheSpreadDoesNot() {
    first.load("us-1", 7);
    first.resolver.close();
    ResolverBench again =
        restarted(
            0,
            o ->
                o.freshnessSpread(10)
                    .maxFresh(Duration.ofSeconds(10))
                    .maxStale(Duration.ofSeconds(5)));
    again.advanceMillis(9_999);
    again.assertNow(Kind.FRESH, "us-1");
    again.advanceMillis(1);
    again.assertNow(Kind.STALE, "us-1");
    again.advanceMillis(5_000);
    assertThat(again.now().kind()).isEqualTo(Kind.MISS);
  }

  @Test
  void removedKey_staysRemoved() {
    first.load("us-1", 7);
    RouteEntry before = first.taught("us-1", 7);
    first.advanceMillis(5);
    first.resolver.forget(KEY, 9);
    first.resolver.close();
    ResolverBench again = restarted(100);
    assertThat(again.now().kind()).isEqualTo(Kind.MISS);
    again.resolver.learn(before);
    assertThat(again.heard.count("refused REMOVED")).isEqualTo(1);
    again.load("eu-1", 8);
    again.assertNow(Kind.FRESH, "eu-1");
  }

  @Test
  void removalOfAKeyThatCameBackLower_isRemembered() {
    first.resolver.forget(KEY, 9);
    first.advanceMillis(5);
    first.load("us-1", 7);
    first.resolver.close();
    ResolverBench again = restarted(100);
    again.assertNow(Kind.FRESH, "us-1");
    again.resolver.learn(new RouteEntry(KEY, Optional.of("eu-1"), 8, 0, 1, Long.MAX_VALUE));
    assertThat(again.heard.count("refused REMOVED")).isEqualTo(1);
  }

  @Test
  void invalidatedEntry_staysInvalidated_soDoesWhatWasLoadedBefore() {
    first.load("us-1", 7);
    RouteEntry before = first.taught("us-1", 8);
    first.advanceMillis(5);
    first.resolver.invalidate(Instant.ofEpochMilli(first.time.wallMillis()));
    first.resolver.close();
    ResolverBench again = restarted(100, o -> o.serveExpiredFor(Duration.ofDays(1)));
    assertThat(again.now().kind()).isEqualTo(Kind.MISS);
    again.resolver.learn(before);
    assertThat(again.now().kind()).isEqualTo(Kind.MISS);
    var asked = again.ask();
    again.authority.last().fail();
    assertThat(asked.join().kind()).isEqualTo(Kind.UNAVAILABLE);
  }

  @Test
  void invalidatedNamespace_staysInvalidated_othersDoNot() {
    first.load("us-1", 7);
    RouteKey account = RouteKey.parse("account:1");
    first.ask(account);
    first.authority.last().known("eu-1", 7);
    RouteEntry before = first.taught("us-1", 8);
    first.advanceMillis(5);
    first.resolver.invalidate("business", Instant.ofEpochMilli(first.time.wallMillis()));
    first.resolver.close();
    ResolverBench again = restarted(100);
    again.resolver.learn(before);
    assertThat(again.now().kind()).isEqualTo(Kind.MISS);
    assertThat(again.resolver.resolveNow(account).cell()).contains("eu-1");
  }

  @Test
  void mostNamespaces_areKept_andMoreAreNoSnapshot() throws IOException {
    Instant past = Instant.ofEpochMilli(first.time.wallMillis());
    first.resolver.invalidate(past);
    for (int i = 0; i < Invalidations.MAX_NAMESPACES; i++) {
      first.resolver.invalidate("n" + i, past);
    }
    first.resolver.close();
    assertThat(restarted(0).heard.events).containsExactly("snapshot READ 0");
    Instants now = new Instants(first.time.wallMillis(), 0);
    try (SnapshotWriter writer = new SnapshotWriter(store.draft(), SnapshotFormat.MOST_BYTES)) {
      for (int i = 0; i < Invalidations.MAX_NAMESPACES + 2; i++) {
        Invalidations one = new Invalidations();
        one.namespace("n" + i, 0);
        writer.invalidations(one, now);
      }
      writer.publish(now.wallMillis());
    }
    assertThat(restarted(0).heard.events).containsExactly("snapshot UNUSABLE 0");
  }

  @Test
  void uncacheableAnswer_leavesItsVersionOnly() {
    first.load("us-1", 7);
    first.resolver.forget(KEY, 8);
    first.ask();
    first.authority.last().uncacheable("us-1", 8);
    first.resolver.close();
    ResolverBench again = restarted(100);
    assertThat(again.now().kind()).isEqualTo(Kind.MISS);
    again.ask();
    again.authority.last().known("eu-1", 7);
    assertThat(again.authority.last().atLeastVersion()).isEqualTo(8);
  }

  @Test
  void wallClockThatJumpedBeforeTheWriting_movesNothing() {
    first.load("us-1", 7);
    first.time.jumpWall(Duration.ofHours(20));
    first.advanceMillis(ScriptedAuthority.FRESH_FOR.toMillis() - 1);
    first.resolver.close();
    ResolverBench again = restarted(0);
    again.assertNow(Kind.FRESH, "us-1");
    again.advanceMillis(1);
    again.assertNow(Kind.STALE, "us-1");
  }

  @Test
  void clockSetBackAtTheRestart_isToleratedForASecond() {
    first.load("us-1", 7);
    first.advanceMillis(2_000);
    first.resolver.close();
    restarted(-1_000).assertNow(Kind.FRESH, "us-1");
    ResolverBench again = restarted(-1_001);
    assertThat(again.now().kind()).isEqualTo(Kind.MISS);
    assertThat(again.heard.events).contains("snapshot UNUSABLE 0");
  }

  @Test
  void invalidationThatLiesAheadAfterTheRestart_countsAsNow() {
    first.advanceMillis(2_000);
    first.resolver.invalidate(Instant.ofEpochMilli(first.time.wallMillis()));
    first.resolver.forget(OTHER, 9);
    first.resolver.close();
    ResolverBench again = restarted(-1_000);
    again.advanceMillis(1);
    again.load("us-1", 7);
    again.assertNow(Kind.FRESH, "us-1");
  }

  @Test
  void entryFromTheFuture_isGone() {
    first.time.jumpWall(Duration.ofSeconds(10));
    first.load("us-1", 7);
    first.time.jumpWall(Duration.ofSeconds(-10));
    first.ask(OTHER);
    first.authority.last().known("eu-1", 1);
    first.resolver.close();
    ResolverBench again = restarted(0);
    assertThat(again.now().kind()).isEqualTo(Kind.MISS);
    assertThat(again.resolver.resolveNow(OTHER).cell()).contains("eu-1");
  }

  @Test
  void snapshot_isWrittenAtTheInterval() {
    first.load("us-1", 7);
    first.advanceMillis(INTERVAL.toMillis() - 1);
    assertThat(store.kept).isNull();
    first.advanceMillis(1);
    assertThat(first.heard.count("snapshot WRITTEN 1")).isEqualTo(1);
    restarted(0).assertNow(Kind.FRESH, "us-1");
    first.advanceMillis(2 * INTERVAL.toMillis());
    assertThat(first.heard.count("snapshot WRITTEN 1")).isEqualTo(3);
    assertThat(store.openDrafts).isZero();
  }

  @Test
  void manyKeys_areGatheredInSlices_soThatOtherTasksRunBetween() {
    int keys = 2 * Snapshot.SLICE_KEYS + 1;
    ResolverBench bench = bench(o -> o.nearCache(2 * keys));
    for (int i = 0; i < keys; i++) {
      bench.ask(RouteKey.parse("business:" + i));
      bench.authority.last().known("us-1", 1);
    }
    int[] tasks = new int[1];
    bench.time.schedule(
        () -> {
          bench.time.execute(() -> tasks[0] += store.openDrafts);
          bench.time.execute(() -> tasks[0] += store.openDrafts);
        },
        INTERVAL);
    bench.advanceMillis(INTERVAL.toMillis());
    assertThat(bench.heard.count("snapshot WRITTEN " + keys)).isEqualTo(1);
    assertThat(tasks[0]).as("tasks that ran while a draft was open").isEqualTo(2);
    assertThat(restarted(INTERVAL.toMillis(), o -> o.nearCache(2 * keys)).heard.events)
        .contains("snapshot READ " + keys);
  }

  @Test
  void closingInTheMiddleOfAWriting_givesItUp_andWritesTheLast() {
    int keys = Snapshot.SLICE_KEYS + 1;
    ResolverBench bench = bench(o -> o.nearCache(2 * keys));
    for (int i = 0; i < keys; i++) {
      bench.ask(RouteKey.parse("business:" + i));
      bench.authority.last().known("us-1", 1);
    }
    bench.time.schedule(() -> bench.time.execute(bench.resolver::close), INTERVAL);
    bench.advanceMillis(INTERVAL.toMillis());
    assertThat(store.drafts).isEqualTo(2);
    assertThat(store.openDrafts).isZero();
    assertThat(bench.heard.count("snapshot WRITTEN " + keys)).isEqualTo(1);
  }

  @Test
  void closedResolver_leavesNothingToRun() {
    first.resolver.close();
    first.resolver.close();
    assertThat(store.drafts).isEqualTo(1);
    assertThat(first.time.waiting()).isZero();
  }

  @Test
  void interruptedThread_closesAndStaysInterrupted() {
    first.load("us-1", 7);
    Thread.currentThread().interrupt();
    first.resolver.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(first.heard.count("snapshot WRITTEN 1")).isEqualTo(1);
  }

  @Test
  void fullDisk_isTold_keepsTheOneBefore_andTheNextIsWritten() {
    first.load("us-1", 7);
    first.advanceMillis(INTERVAL.toMillis());
    store.room = 50;
    first.load(OTHER, "eu-1");
    first.advanceMillis(INTERVAL.toMillis());
    assertThat(first.heard.count("snapshot NOT_WRITTEN 0")).isEqualTo(1);
    assertThat(store.openDrafts).isZero();
    first.assertNow(Kind.FRESH, "us-1");
    restarted(0).assertNow(Kind.FRESH, "us-1");
    store.room = Long.MAX_VALUE;
    first.advanceMillis(INTERVAL.toMillis());
    assertThat(first.heard.count("snapshot WRITTEN 2")).isEqualTo(1);
  }

  @Test
  void processKilledBeforeTheRenaming_leavesTheOneBefore() {
    first.load("us-1", 7);
    first.advanceMillis(INTERVAL.toMillis());
    store.isKilledBeforeRenaming = true;
    first.resolver.forget(KEY, 8);
    first.resolver.close();
    restarted(0).assertNow(Kind.FRESH, "us-1");
  }

  @Test
  void smallerNearCache_takesWhatFits() {
    first.load("us-1", 7);
    first.load(OTHER, "eu-1");
    first.resolver.close();
    ResolverBench again = restarted(0, o -> o.nearCache(1));
    assertThat(again.heard.events).containsExactly("snapshot READ 1");
    again.time.advance(NearCache.MAINTENANCE_DELAY);
    assertThat(again.heard.events).containsExactly("snapshot READ 1");
  }

  @Test
  void hundredThousandKeys_takeAsManyBytesAsThePageSays() {
    int keys = 100_000;
    first.authority.answerAtOnce = true;
    for (int i = 0; i < keys; i++) {
      first.resolver.resolve(RouteKey.parse("business:" + (100_000 + i)));
    }
    first.resolver.close();
    byte[] kept = store.kept;
    assertThat(kept).isNotNull();
    int texts = "business".length() + "100000".length() + "us-1".length();
    int heads = SnapshotFormat.HEAD_BYTES + SnapshotFormat.TAIL_BYTES;
    assertThat(kept == null ? 0 : kept.length).isEqualTo(heads + keys * (48 + texts));
    assertThat(restarted(0).heard.events).containsExactly("snapshot READ " + keys);
  }
}
