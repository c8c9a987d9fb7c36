// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.CellRouter;
import io.turnout.conformance.contract.PlantedAdapter.Bug;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdapterContractTest {

  private static final class Planted extends AdapterContract {
    private final Bug bug;

    Planted(Bug bug) {
      this.bug = bug;
    }

    @Override
    protected AdapterServer start(CellRouter router, Upstream upstream) throws IOException {
      return new PlantedAdapter(router, upstream, bug);
    }

    @Override
    Duration limit() {
      return bug == Bug.NONE ? super.limit() : Duration.ofSeconds(1);
    }
  }

  @Test
  void adapterThatKeepsTheContract_passes() {
    assertThat(ContractRun.failures(AdapterContract.class, () -> new Planted(Bug.NONE))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void plantedBug_isFoundByItsTest(Bug bug) {
    assertThat(ContractRun.failure(AdapterContract.class, bug.finder, new Planted(bug)))
        .isNotEmpty();
  }

  @Test
  void everyTest_hasABugToFind() {
    assertThat(Arrays.stream(Bug.values()).map(bug -> bug.finder))
        .containsAll(
            ContractRun.tests(AdapterContract.class).stream().map(Method::getName).toList());
  }
}
