// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.protocol.RouteAnnouncement;
import io.turnout.resolve.Resolution.Kind;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What a resolver tells other routers of its answers, and what it learns from them. */
class CellResolverTeachingTest {

  private static final Duration FRESH = ScriptedAuthority.FRESH_FOR;
  private static final Duration EXPIRE = ScriptedAuthority.EXPIRE_AFTER;

  private final ScriptedLayer layer = new ScriptedLayer("shared");
  private final ResolverBench bench = new ResolverBench(options -> options.layer(layer));
  private final ResolverBench plain = new ResolverBench();

  private static RouteAnnouncement told(
      String cell, long version, Duration fresh, Duration expire) {
    return new RouteAnnouncement(KEY, Optional.of(cell), version, fresh, expire);
  }

  @Test
  void announcement_isWhatRemains() {
    CompletableFuture<Resolution> asked = plain.ask();
    plain.advanceMillis(100);
    plain.authority.last().known("us-1", 7);

    assertThat(plain.resolver.announcement(asked.join()))
        .hasValue(told("us-1", 7, FRESH.minusMillis(100), EXPIRE.minusMillis(100)));
    plain.advanceMillis(900);
    Resolution near = plain.now();
    assertThat(plain.resolver.announcement(near))
        .hasValue(told("us-1", 7, FRESH.minusSeconds(1), EXPIRE.minusSeconds(1)));
    assertThat(plain.resolver.announcement(asked.join()))
        .isEqualTo(plain.resolver.announcement(near));
  }

  @Test
  void announcement_endsWithTheLifeWhateverTheWallClockSays() {
    plain.load("us-1", 7);
    Resolution near = plain.now();
    plain.time.jumpWall(Duration.ofDays(-30));
    assertThat(plain.resolver.announcement(near)).hasValue(told("us-1", 7, FRESH, EXPIRE));
    plain.time.jumpWall(Duration.ofDays(300));
    assertThat(plain.resolver.announcement(near)).hasValue(told("us-1", 7, FRESH, EXPIRE));
    plain.time.advance(FRESH);
    assertThat(plain.resolver.announcement(near))
        .hasValue(told("us-1", 7, Duration.ZERO, EXPIRE.minus(FRESH)));
    plain.time.advance(EXPIRE.minus(FRESH).minusMillis(1));
    assertThat(plain.resolver.announcement(near))
        .hasValue(told("us-1", 7, Duration.ZERO, Duration.ofMillis(1)));
    plain.advanceMillis(1);
    assertThat(plain.resolver.announcement(near)).isEmpty();
  }

  @Test
  void whatMustNotBeKept_isToldWithoutALife() {
    CompletableFuture<Resolution> asked = plain.ask();
    plain.authority.last().uncacheable("us-1", 7);

    assertThat(plain.resolver.announcement(asked.join()))
        .hasValue(told("us-1", 7, Duration.ZERO, Duration.ZERO));
    plain.time.advance(EXPIRE);
    assertThat(plain.resolver.announcement(asked.join()))
        .hasValue(told("us-1", 7, Duration.ZERO, Duration.ZERO));
  }

  @Test
  void unknownKey_isToldWithoutACell() {
    CompletableFuture<Resolution> asked = plain.ask();
    plain.authority.last().unknown(3);

    assertThat(plain.resolver.announcement(asked.join()))
        .hasValue(
            new RouteAnnouncement(
                KEY, Optional.empty(), 3, Duration.ofSeconds(30), Duration.ofMinutes(1)));
  }

  @Test
  void whatWasGivenUpSince_isNotTold() {
    plain.load("us-1", 7);
    Resolution old = plain.now();
    plain.resolver.forget(KEY, 8);
    assertThat(plain.resolver.announcement(old)).isEmpty();
    plain.resolver.learn(plain.taught("eu-1", 8));
    assertThat(plain.resolver.announcement(old)).hasValue(told("eu-1", 8, FRESH, EXPIRE));

    plain.advanceMillis(1);
    plain.resolver.invalidate(Instant.ofEpochMilli(plain.time.wallMillis()));
    assertThat(plain.resolver.announcement(old)).isEmpty();
  }

  @Test
  void whatIsInDoubt_isToldAsStaleAndForNoLongerThanThat() {
    AtomicReference<RouteInvalidations.Listener> channel = new AtomicReference<>();
    RouteInvalidations invalidations =
        new RouteInvalidations() {
          @Override
          public CompletionStage<Void> publish(RouteKey key, long belowVersion) {
            return CompletableFuture.completedFuture(null);
          }

          @Override
          public Subscription subscribe(Listener listener) {
            channel.set(listener);
            return () -> {};
          }
        };
    ResolverBench doubting =
        new ResolverBench(
            options -> options.invalidations(invalidations).maxStale(Duration.ofMinutes(1)));
    doubting.load("us-1", 7);
    Resolution near = doubting.now();
    doubting.advanceMillis(1_000);
    Objects.requireNonNull(channel.get(), "nobody listens").onGap();
    doubting.advanceMillis(10_000);

    assertThat(doubting.resolver.announcement(near))
        .hasValue(told("us-1", 7, Duration.ZERO, Duration.ofSeconds(50)));
    doubting.advanceMillis(50_000);
    assertThat(doubting.resolver.announcement(near)).isEmpty();
  }

  @Test
  void answersWithoutAnEntry_tellNothing() {
    assertThat(plain.resolver.announcement(Resolution.Miss.ABSENT)).isEmpty();
    assertThat(
            plain.resolver.announcement(
                new Resolution.Unavailable(Resolution.Unavailable.Cause.FAILED)))
        .isEmpty();
    RouteEntry entry = plain.taught("us-1", 1);
    assertThat(plain.resolver.announcement(new Resolution.Expired(entry, "near"))).isEmpty();
    assertThat(plain.resolver.announcement(new Resolution.Fresh(entry, "elsewhere")))
        .hasValue(told("us-1", 1, FRESH, EXPIRE));
  }

  @Test
  void lesson_countsFromWhenItWasBegun() {
    Lesson lesson = bench.resolver.lesson();
    bench.advanceMillis(1_000);
    bench.time.jumpWall(Duration.ofDays(-1));
    lesson.learn(told("us-1", 7, Duration.ofSeconds(2), Duration.ofSeconds(3)));

    bench.assertNow(Kind.FRESH, "us-1");
    bench.advanceMillis(1_000);
    bench.assertNow(Kind.STALE, "us-1");
    bench.advanceMillis(1_000);
    assertThat(bench.now()).isEqualTo(Resolution.Miss.EXPIRED);
  }

  @Test
  void lesson_isWrittenToTheLayers() {
    bench.resolver.lesson().learn(told("us-1", 7, FRESH, EXPIRE));
    assertThat(layer.calls).containsExactly("put business:1 7");

    bench.resolver.lesson().learn(told("us-1", 8, Duration.ZERO, Duration.ZERO));
    assertThat(layer.calls).containsExactly("put business:1 7", "remove business:1 9");
  }

  @Test
  void lesson_obeysVersionsAndRemovals() {
    bench.load("eu-1", 8);
    bench.resolver.lesson().learn(told("us-1", 7, FRESH, EXPIRE));
    bench.assertNow(Kind.FRESH, "eu-1");

    Lesson before = bench.resolver.lesson();
    bench.resolver.forget(KEY, 9);
    Lesson after = bench.resolver.lesson();
    before.learn(told("eu-1", 8, FRESH, EXPIRE));
    assertThat(bench.now()).isEqualTo(Resolution.Miss.ABSENT);
    after.learn(told("eu-1", 8, FRESH, EXPIRE));
    bench.assertNow(Kind.FRESH, "eu-1");
    assertThat(bench.heard.count("refused OLDER_VERSION")).isEqualTo(1);
    assertThat(bench.heard.count("refused REMOVED")).isEqualTo(1);
  }

  @Test
  void lessonForAClosedResolver_isLost() {
    Lesson lesson = bench.resolver.lesson();
    bench.resolver.close();
    lesson.learn(told("us-1", 7, FRESH, EXPIRE));

    assertThat(layer.calls).isEmpty();
    assertThat(bench.now()).isEqualTo(Resolution.Miss.ABSENT);
  }
}
