// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.conformance.contract.Rule.Strength;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContractRulesTest {

  private static final Path LAYERS = Path.of("../docs/layers.md");
  private static final Map<Class<?>, Path> PAGES =
      Map.of(
          RouteCacheContract.class, LAYERS,
          RouteAuthorityContract.class, LAYERS,
          RouteInvalidationsContract.class, LAYERS,
          RouteStoreContract.class, LAYERS,
          AdapterContract.class, Path.of("../docs/adapters.md"));

  @Test
  void everyTest_namesItsRule() {
    for (Class<?> contract : PAGES.keySet()) {
      for (Method test : ContractRun.tests(contract)) {
        Rule rule = test.getAnnotation(Rule.class);
        assertThat(rule).as(test.getName()).isNotNull();
        assertThat(rule.value()).endsWith(".");
        assertThat(rule.strength()).isNotEqualTo(Strength.CANNOT_BE_TESTED);
      }
      for (Rule rule : contract.getAnnotationsByType(Rule.class)) {
        assertThat(rule.strength()).isEqualTo(Strength.CANNOT_BE_TESTED);
      }
    }
  }

  @Test
  void page_listsEveryRule() throws IOException {
    for (Map.Entry<Class<?>, Path> contract : PAGES.entrySet()) {
      String table = table(contract.getKey());
      assertThat(Files.readString(contract.getValue()))
          .as(contract.getValue() + " lacks this table:\n" + table)
          .contains(table);
    }
  }

  private static String table(Class<?> contract) {
    List<Rule> rules = new ArrayList<>();
    for (Method test : ContractRun.tests(contract)) {
      rules.add(test.getAnnotation(Rule.class));
    }
    rules.addAll(List.of(contract.getAnnotationsByType(Rule.class)));
    StringBuilder table = new StringBuilder("| rule | strength |\n| --- | --- |\n");
    for (Rule rule : rules) {
      String strength = rule.strength().name().toLowerCase(Locale.ROOT).replace('_', ' ');
      table.append("| ").append(rule.value()).append(" | ").append(strength).append(" |\n");
    }
    return table.toString();
  }
}
