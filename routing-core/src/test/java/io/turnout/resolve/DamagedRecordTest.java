// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.assertAnswer;
import static io.turnout.resolve.ResolverBench.assertUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.resolve.ScriptedAuthority.Call;
import io.turnout.spi.RouteKey;
import io.turnout.store.RouteStoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** What an authority cannot read of one key keeps nobody from the others. */
class DamagedRecordTest {

  private final ResolverBench bench = new ResolverBench(options -> options);
  private final RouteStoreException damaged =
      new RouteStoreException(RouteStoreException.Kind.DAMAGED, "a record cannot be understood");

  private Call latest() {
    return bench.authority.calls.get(bench.authority.calls.size() - 1);
  }

  @Test
  void damagedRecords_neverOpenTheBreaker() {
    for (int i = 0; i < 3 * Breaker.WINDOW_CALLS; i++) {
      CompletableFuture<Resolution> asked = bench.ask(RouteKey.parse("business:" + i));
      latest().fail(i % 2 == 0 ? damaged : new CompletionException(damaged));
      assertUnavailable(asked, Cause.FAILED);
    }
    assertThat(bench.heard.events).noneMatch(event -> event.startsWith("circuit"));
    CompletableFuture<Resolution> other = bench.ask(RouteKey.parse("business:whole"));
    latest().known("us-1", 1);
    assertAnswer(other, Kind.FRESH, "us-1");
  }

  @Test
  void damagedRecord_showsThatTheAuthorityAnswersAgain() {
    for (int i = 0; i < Breaker.FEWEST_CALLS; i++) {
      bench.ask(RouteKey.parse("business:" + i));
      latest().fail();
    }
    bench.time.advance(Breaker.OPEN_FOR.plusMillis(1));
    for (int i = 0; i < Breaker.PROBES; i++) {
      bench.ask(RouteKey.parse("card:" + i));
      latest().fail(damaged);
    }
    assertThat(bench.heard.events)
        .filteredOn(event -> event.startsWith("circuit"))
        .containsExactly("circuit OPEN", "circuit HALF_OPEN", "circuit CLOSED");
  }

  @Test
  void otherFailuresOfTheStore_openTheBreaker() {
    RouteStoreException away =
        new RouteStoreException(RouteStoreException.Kind.UNREACHABLE, "no answer");
    for (int i = 0; i < Breaker.FEWEST_CALLS; i++) {
      bench.ask(RouteKey.parse("business:" + i));
      latest().fail(away);
    }
    assertThat(bench.heard.events).contains("circuit OPEN");
  }
}
