// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.conformance.contract.PlantedCache.Bug;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteClock;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RouteCacheContractTest {

  private static class Planted extends RouteCacheContract {
    private final Bug bug;
    private Optional<Outage> outage = Optional.empty();

    Planted(Bug bug) {
      this.bug = bug;
    }

    @Override
    protected RouteCache create(RouteClock clock) {
      PlantedCache cache = new PlantedCache(clock, bug);
      outage = Optional.of(cache);
      return cache;
    }

    @Override
    protected Optional<Outage> outage() {
      return outage;
    }

    @Override
    Duration limit() {
      return Duration.ofMillis(bug == Bug.NONE ? 10_000 : 300);
    }
  }

  @Test
  void layerThatKeepsTheContract_passes() {
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
    assertThat(ContractRun.tests(RouteCacheContract.class))
        .extracting(Method::getName)
        .allSatisfy(name -> assertThat(finders).contains(name));
  }

  @Test
  void layerThatCannotBreak_hasNoTestsOfOutages() throws Throwable {
    assertThat(ContractRun.dynamicTests(RouteCacheContract.class, () -> new Planted(Bug.NONE)))
        .isEqualTo(2);
    assertThat(
            ContractRun.dynamicTests(
                RouteCacheContract.class,
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
    return ContractRun.failures(RouteCacheContract.class, () -> new Planted(bug));
  }
}
