// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The compiled rules decide as a naive reading of the language does. */
class NaiveRulesTest {

  private static final int FILES = 2_000;
  private static final int REQUESTS = 20;

  @Test
  void compiledRules_decideAsTheNaiveOnes() {
    Map<String, Integer> met = new TreeMap<>();
    for (long seed : Seeds.of(FILES)) {
      Choice choice = Choice.seeded(seed);
      NaiveRequests requests = new NaiveRequests(choice);
      try (NaiveComparison comparison = NaiveComparison.of(choice)) {
        for (int i = 0; i < REQUESTS; i++) {
          Verdict verdict = comparison.decide(requests.next(), choice);
          met.merge(kind(verdict), 1, Integer::sum);
        }
      } catch (AssertionError e) {
        throw new AssertionError("-Dturnout.seed=" + seed, e);
      }
    }
    assertThat(met).as("what was met").hasSizeGreaterThan(20);
    assertThat(met.values().stream().filter(count -> count > 10).count())
        .as("what was met: %s", met)
        .isGreaterThan(20);
  }

  private static String kind(Verdict verdict) {
    return verdict.reason() + " " + verdict.detail() + " " + verdict.source();
  }
}
