// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static java.util.Objects.requireNonNull;

import io.turnout.authority.MemoryAuthority;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import org.jspecify.annotations.Nullable;

class MemoryAuthorityKeepsTheContractTest extends RouteAuthorityContract {

  private @Nullable MemoryAuthority authority;

  @Override
  protected RouteAuthority create(RouteClock clock) {
    authority = new MemoryAuthority(clock);
    return authority;
  }

  @Override
  protected void put(RouteKey key, String cell) {
    requireNonNull(authority).put(key, cell);
  }

  @Override
  protected void remove(RouteKey key) {
    requireNonNull(authority).remove(key);
  }
}
