// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.conformance.contract.PlantedStore.Bug;
import io.turnout.store.RouteStore;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RouteStoreContractTest {

  private static final class Planted extends RouteStoreContract {
    private final Bug bug;
    private @Nullable PlantedStore made;

    Planted(Bug bug) {
      this.bug = bug;
    }

    @Override
    protected RouteStore create() {
      made = new PlantedStore(bug);
      return made;
    }

    @Override
    protected Optional<Outage> outage() {
      return Optional.ofNullable(made);
    }
  }

  @Test
  void storeThatKeepsTheContract_passes() {
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
    assertThat(ContractRun.tests(RouteStoreContract.class))
        .extracting(Method::getName)
        .allSatisfy(name -> assertThat(finders).contains(name));
  }

  private static Map<String, Throwable> failures(Bug bug) {
    return ContractRun.failures(RouteStoreContract.class, () -> new Planted(bug));
  }
}
