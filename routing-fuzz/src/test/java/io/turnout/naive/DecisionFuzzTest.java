// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.turnout.fuzz.Mutations;
import org.junit.jupiter.api.Test;

/**
 * The bytes choose a rule file and requests, which the compiled rules and the naive ones decide.
 */
class DecisionFuzzTest {

  private static final int REQUESTS = 3;

  @FuzzTest
  void bytes(byte[] input) {
    check(input);
  }

  @Test
  void changedInputs_areDecidedAlike() {
    Mutations.of(getClass(), 1_000, DecisionFuzzTest::check);
  }

  private static void check(byte[] input) {
    Choice choice = Choice.of(input);
    NaiveRequests requests = new NaiveRequests(choice);
    try (NaiveComparison comparison = NaiveComparison.of(choice)) {
      for (int i = 0; i < REQUESTS; i++) {
        comparison.decide(requests.next(), choice);
      }
    }
  }
}
