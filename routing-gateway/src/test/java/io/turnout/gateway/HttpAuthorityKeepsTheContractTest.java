// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.authority.MemoryAuthority;
import io.turnout.conformance.contract.Outage;
import io.turnout.conformance.contract.RouteAuthorityContract;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** From the client over a real connection and the look-up endpoint to an authority in memory. */
class HttpAuthorityKeepsTheContractTest extends RouteAuthorityContract {

  private @Nullable TestLookups lookups;
  private @Nullable MemoryAuthority truth;
  private volatile boolean down;

  @Override
  protected RouteAuthority create(RouteClock clock) {
    MemoryAuthority memory = new MemoryAuthority(clock);
    truth = memory;
    lookups = TestLookups.of(new Breakable(memory));
    return lookups.authority();
  }

  @AfterEach
  void close() {
    Objects.requireNonNull(lookups).close();
  }

  @Override
  protected void put(RouteKey key, String cell) {
    Objects.requireNonNull(truth).put(key, cell);
    Objects.requireNonNull(lookups).expire();
  }

  @Override
  protected void remove(RouteKey key) {
    Objects.requireNonNull(truth).remove(key);
    Objects.requireNonNull(lookups).expire();
  }

  @Override
  protected Optional<Outage> outage() {
    return Optional.of(
        new Outage() {
          @Override
          public void begin() {
            down = true;
            Objects.requireNonNull(lookups).expire();
          }

          @Override
          public void end() {
            down = false;
          }
        });
  }

  /** The truth, as long as it can be reached. */
  private final class Breakable implements RouteAuthority {
    private final RouteAuthority authority;

    Breakable(RouteAuthority authority) {
      this.authority = authority;
    }

    @Override
    public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
      return down
          ? CompletableFuture.failedStage(new IllegalStateException("the truth is away"))
          : authority.lookup(key, atLeastVersion);
    }
  }
}
