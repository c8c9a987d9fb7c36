// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.conformance.contract.PlantedInvalidations.Bug;
import io.turnout.conformance.contract.PlantedInvalidations.Medium;
import io.turnout.spi.RouteInvalidations;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RouteInvalidationsContractTest {

  private static final class Planted extends RouteInvalidationsContract {
    private final Medium medium = new Medium();
    private final Bug bug;

    Planted(Bug bug) {
      this.bug = bug;
    }

    @Override
    protected RouteInvalidations create() {
      return new PlantedInvalidations(medium, bug);
    }

    @Override
    protected Optional<Outage> outage() {
      return Optional.of(medium);
    }

    @Override
    Duration limit() {
      return Duration.ofMillis(bug == Bug.NONE ? 10_000 : 200);
    }
  }

  @Test
  void channelThatKeepsTheContract_passes() {
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
    assertThat(ContractRun.tests(RouteInvalidationsContract.class))
        .extracting(Method::getName)
        .allSatisfy(name -> assertThat(finders).contains(name));
  }

  private static Map<String, Throwable> failures(Bug bug) {
    return ContractRun.failures(RouteInvalidationsContract.class, () -> new Planted(bug));
  }
}
