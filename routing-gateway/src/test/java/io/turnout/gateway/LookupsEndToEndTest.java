// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.authority.HttpAuthority;
import io.turnout.authority.MemoryAuthority;
import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A resolver that asks another router's endpoint, over real connections. */
class LookupsEndToEndTest {

  private static final RouteKey KEY = new RouteKey("business", "1");

  private static <T> T done(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Test
  void entry_livesNoLongerThanAtTheAuthority() throws Exception {
    RouteClock clock = RouteClock.system();
    MemoryAuthority truth = new MemoryAuthority(clock);
    Duration life = Duration.ofMinutes(10);
    long version = truth.put(KEY, "us-1", new RouteLife(life, life));
    try (TestLookups lookups = TestLookups.of(truth)) {
      done(lookups.authority().lookup(KEY, 0));
      long loadedThere = clock.nanos();
      CellResolver.Builder builder =
          CellResolver.builder(lookups.authority()).authorityTimeout(Duration.ofSeconds(20));
      try (CellResolver edge = builder.freshnessSpread(0).build()) {
        long sentHere = clock.nanos();
        Resolution.Fresh fresh = (Resolution.Fresh) done(edge.resolve(KEY));
        RouteEntry entry = fresh.entry();
        assertThat(entry.version()).isEqualTo(version);
        Duration told = Duration.ofMillis(entry.expiresAt() - entry.loadedAt());
        assertThat(told).isLessThanOrEqualTo(life.minusNanos(sentHere - loadedThere));
        assertThat(told).isGreaterThan(life.minusMinutes(1));
      }
    }
  }

  @Test
  void slowAuthority_failsTheLookup_andTheEndpointStaysOpen() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    MemoryAuthority truth = new MemoryAuthority(RouteClock.system());
    truth.put(KEY, "us-1");
    RouteAuthority slowOnce =
        new RouteAuthority() {
          @Override
          public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
            return asked.incrementAndGet() == 1
                ? new CompletableFuture<>()
                : truth.lookup(key, atLeastVersion);
          }
        };
    try (TestLookups lookups = TestLookups.of(slowOnce, Duration.ofMillis(100))) {
      HttpAuthority authority = lookups.authority();
      assertThatThrownBy(() -> done(authority.lookup(KEY, 0)))
          .hasMessageContaining("answered 503: it cannot answer for now");
      assertThat(done(authority.lookup(KEY, 0))).isInstanceOf(AuthorityAnswer.Known.class);
    }
  }

  @Test
  void throttledAuthority_isToldAsThrottled() throws Exception {
    RouteAuthority throttling =
        new RouteAuthority() {
          @Override
          public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
            return CompletableFuture.failedStage(new AuthorityThrottledException());
          }
        };
    try (TestLookups lookups = TestLookups.of(throttling)) {
      assertThatThrownBy(() -> done(lookups.authority().lookup(KEY, 0)))
          .hasCauseInstanceOf(AuthorityThrottledException.class);
      RouteKey other = new RouteKey("business", "2");
      lookups
          .authority()
          .lookupAll(List.of(new Lookup(KEY, 0), new Lookup(other, 0)))
          .forEach(
              stage ->
                  assertThatThrownBy(() -> done(stage))
                      .hasCauseInstanceOf(AuthorityThrottledException.class));
    }
  }

  @Test
  void manyKeys_failEachOnItsOwn() throws Exception {
    MemoryAuthority truth = new MemoryAuthority(RouteClock.system());
    truth.put(KEY, "us-1");
    RouteKey broken = new RouteKey("business", "2");
    RouteAuthority partly =
        new RouteAuthority() {
          @Override
          public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
            return key.equals(broken)
                ? CompletableFuture.failedStage(new IllegalStateException("damaged"))
                : truth.lookup(key, atLeastVersion);
          }
        };
    try (TestLookups lookups = TestLookups.of(partly)) {
      List<CompletionStage<AuthorityAnswer>> stages =
          lookups.authority().lookupAll(List.of(new Lookup(broken, 0), new Lookup(KEY, 0)));
      assertThatThrownBy(() -> done(stages.get(0))).hasMessageContaining("key up: failed");
      assertThat(done(stages.get(1))).isInstanceOf(AuthorityAnswer.Known.class);
    }
  }

  @Test
  void endpointThatIsGone_failsTheLookup() throws Exception {
    TestLookups lookups = TestLookups.of(new MemoryAuthority(RouteClock.system()));
    HttpAuthority authority = lookups.authority();
    assertThat(done(authority.lookup(KEY, 0))).isInstanceOf(AuthorityAnswer.Unknown.class);
    lookups.close();
    assertThatThrownBy(() -> done(authority.lookup(KEY, 0)))
        .hasMessageContaining("cannot be asked");
  }
}
