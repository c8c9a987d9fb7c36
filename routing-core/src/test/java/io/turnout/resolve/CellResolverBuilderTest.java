// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class CellResolverBuilderTest {

  private static final Duration LONGEST = Duration.ofDays(50 * 365);

  private static CellResolver.Builder builder() {
    return CellResolver.builder(new ScriptedAuthority(1));
  }

  private static void refuses(
      UnaryOperator<CellResolver.Builder> options, String option, String message) {
    assertThatThrownBy(() -> options.apply(builder()).build())
        .as(option)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(option + " " + message);
  }

  private static void takes(UnaryOperator<CellResolver.Builder> options) {
    options.apply(builder()).build().close();
  }

  @Test
  void defaults_areTaken() {
    takes(o -> o);
  }

  @Test
  void optionsAtTheirBounds_areTaken() {
    takes(o -> o.nearCache(1));
    takes(o -> o.nearCache(100_000_000));
    takes(o -> o.nearCacheBytes(1 << 16));
    takes(o -> o.nearCacheBytes(1L << 40));
    takes(o -> o.snapshot(new MemorySnapshot(), Duration.ofSeconds(1)));
    takes(o -> o.snapshot(new MemorySnapshot(), Duration.ofDays(1)));
    takes(o -> o.authorityTimeout(Duration.ofMillis(1)));
    takes(o -> o.authorityTimeout(Duration.ofMinutes(1)));
    takes(o -> o.authorityConcurrency(1).authorityQueue(0));
    takes(o -> o.authorityConcurrency(10_000).authorityQueue(1_000_000));
    takes(o -> o.maxFresh(Duration.ZERO).maxExpire(Duration.ZERO).maxStale(Duration.ZERO));
    takes(o -> o.maxFresh(LONGEST).maxExpire(LONGEST).maxStale(LONGEST));
    takes(o -> o.serveExpiredFor(LONGEST).freshnessSpread(10));
  }

  @Test
  void optionsBeyondTheirBounds_areRefusedByName() {
    refuses(o -> o.nearCache(0), "nearCache", "0 must lie in 1 to 100000000");
    refuses(o -> o.nearCache(100_000_001), "nearCache", "100000001 must lie in 1 to 100000000");
    refuses(
        o -> o.nearCacheBytes((1 << 16) - 1),
        "nearCacheBytes",
        "65535 must lie in 65536 to 1099511627776");
    refuses(
        o -> o.nearCacheBytes((1L << 40) + 1),
        "nearCacheBytes",
        "1099511627777 must lie in 65536 to 1099511627776");
    refuses(
        o -> o.snapshot(new MemorySnapshot(), Duration.ofMillis(999)),
        "the interval of snapshot",
        "PT0.999S must lie in PT1S to PT24H");
    refuses(
        o -> o.snapshot(new MemorySnapshot(), Duration.ofDays(1).plusNanos(1)),
        "the interval of snapshot",
        "PT24H0.000000001S must lie in PT1S to PT24H");
    refuses(
        o -> o.authorityTimeout(Duration.ofNanos(999_999)),
        "authorityTimeout",
        "PT0.000999999S must lie in PT0.001S to PT1M");
    refuses(
        o -> o.authorityTimeout(Duration.ofMinutes(1).plusNanos(1)),
        "authorityTimeout",
        "PT1M0.000000001S must lie in PT0.001S to PT1M");
    refuses(o -> o.authorityConcurrency(0), "authorityConcurrency", "0 must lie in 1 to 10000");
    refuses(
        o -> o.authorityConcurrency(10_001),
        "authorityConcurrency",
        "10001 must lie in 1 to 10000");
    refuses(o -> o.authorityQueue(-1), "authorityQueue", "-1 must lie in 0 to 1000000");
    refuses(o -> o.authorityQueue(1_000_001), "authorityQueue", "1000001 must lie in 0 to 1000000");
    String beyond = LONGEST.plusNanos(1) + " must lie in PT0S to " + LONGEST;
    refuses(o -> o.maxFresh(LONGEST.plusNanos(1)), "maxFresh", beyond);
    refuses(o -> o.maxExpire(LONGEST.plusNanos(1)), "maxExpire", beyond);
    refuses(o -> o.maxStale(LONGEST.plusNanos(1)), "maxStale", beyond);
    refuses(o -> o.serveExpiredFor(LONGEST.plusNanos(1)), "serveExpiredFor", beyond);
    refuses(
        o -> o.maxStale(Duration.ofMillis(-1)),
        "maxStale",
        "PT-0.001S must lie in PT0S to " + LONGEST);
    refuses(o -> o.freshnessSpread(-1), "freshnessSpread", "-1 must lie in 0 to 10");
    refuses(o -> o.freshnessSpread(11), "freshnessSpread", "11 must lie in 0 to 10");
  }

  @Test
  void bothBoundsOfTheNearCache_areAMistake() {
    refuses(
        o -> o.nearCache(5).nearCacheBytes(70_000),
        "nearCache 5 and nearCacheBytes 70000",
        "must not both be given");
  }

  @Test
  void severalMistakes_areAllNamed() {
    assertThatThrownBy(() -> builder().nearCache(-5).authorityConcurrency(-6).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("nearCache -5", "authorityConcurrency -6");
  }

  @Test
  @SuppressWarnings("NullAway")
  void nothing_isRefusedByName() {
    assertThatThrownBy(() -> CellResolver.builder(null)).hasMessage("authority");
    assertThatThrownBy(() -> builder().listener(null)).hasMessage("hearer");
    try (CellResolver resolver = builder().build()) {
      assertThatThrownBy(() -> resolver.resolveNow(null)).hasMessage("key");
      assertThatThrownBy(() -> resolver.resolve(null)).hasMessage("key");
      assertThatThrownBy(() -> resolver.learn(null)).hasMessage("entry");
      assertThatThrownBy(() -> resolver.forget(null, 1)).hasMessage("key");
      assertThatThrownBy(() -> resolver.invalidate(null)).hasMessage("asOf");
      assertThatThrownBy(() -> resolver.invalidate(null, Instant.EPOCH)).hasMessage("namespace");
    }
  }

  @Test
  void namespaceThatIsNone_isRefused() {
    try (CellResolver resolver = builder().build()) {
      assertThatThrownBy(() -> resolver.invalidate("No Such", Instant.EPOCH))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[a-z0-9][a-z0-9-]{0,62}");
    }
  }

  @Test
  void oneBuilder_buildsResolversOfTheirOwn() {
    ScriptedAuthority authority = new ScriptedAuthority(1);
    authority.answerAtOnce = true;
    CellResolver.Builder builder = CellResolver.builder(authority);
    try (CellResolver one = builder.build();
        CellResolver two = builder.build()) {
      RouteKey key = RouteKey.parse("business:1");
      one.resolve(key);
      assertThat(one.resolveNow(key).kind()).isEqualTo(Resolution.Kind.FRESH);
      assertThat(two.resolveNow(key)).isEqualTo(Resolution.Miss.ABSENT);
    }
  }
}
