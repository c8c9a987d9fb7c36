// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.conformance.contract.PlantedAuthority.Bug;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RouteAuthorityContractTest {

  private static class Planted extends RouteAuthorityContract {
    private final Bug bug;
    private @Nullable PlantedAuthority made;

    Planted(Bug bug) {
      this.bug = bug;
    }

    @Override
    protected RouteAuthority create(RouteClock clock) {
      made = new PlantedAuthority(clock, bug);
      return made;
    }

    @Override
    protected void put(RouteKey key, String cell) {
      requireNonNull(made).put(key, cell);
    }

    @Override
    protected void remove(RouteKey key) {
      requireNonNull(made).remove(key);
    }

    @Override
    protected Optional<Outage> outage() {
      return Optional.ofNullable(made);
    }

    @Override
    Duration limit() {
      return Duration.ofMillis(bug == Bug.NONE ? 10_000 : 300);
    }
  }

  @Test
  void authorityThatKeepsTheContract_passes() {
    assertThat(failures(Bug.NONE)).isEmpty();
  }

  @Test
  void everyPlantedBug_isFoundAndEveryTestFindsOne() {
    Set<String> finders = new TreeSet<>();
    for (Bug bug : Bug.values()) {
      if (bug != Bug.NONE) {
        Map<String, Throwable> failures = failures(bug);
        assertThat(failures).as(bug.name()).isNotEmpty();
        assertThat(failures.values()).as(bug.name()).allMatch(AssertionError.class::isInstance);
        finders.addAll(failures.keySet());
      }
    }
    assertThat(ContractRun.tests(RouteAuthorityContract.class))
        .extracting(Method::getName)
        .allSatisfy(name -> assertThat(finders).contains(name));
  }

  @Test
  void authorityThatCannotBreak_hasNoTestsOfOutages() throws Throwable {
    assertThat(ContractRun.dynamicTests(RouteAuthorityContract.class, () -> new Planted(Bug.NONE)))
        .isEqualTo(2);
    assertThat(
            ContractRun.dynamicTests(
                RouteAuthorityContract.class,
                () ->
                    new Planted(Bug.NONE) {
                      @Override
                      protected Optional<Outage> outage() {
                        return Optional.empty();
                      }
                    }))
        .isZero();
  }

  private static Map<String, Throwable> failures(Bug bug) {
    return ContractRun.failures(RouteAuthorityContract.class, () -> new Planted(bug));
  }
}
