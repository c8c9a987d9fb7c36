// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.request.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FieldIndexTest {

  private static List<Integer> candidates(Program program, ExampleRequest example) {
    FieldIndex.Candidates found =
        new FieldIndex(program.plan().rules()).of(example, Request.of(example));
    List<Integer> numbers = new ArrayList<>();
    for (int next = found.next(0); next >= 0; next = found.next(next + 1)) {
      numbers.add(next);
    }
    return numbers;
  }

  private static Program program(List<String> rules) {
    return new Program(RandomRules.file(RandomRules.named(rules), "").plan());
  }

  @Test
  void ruleThatApplies_isACandidate() {
    assertThat(Seeds.sum(200, FieldIndexTest::passedOver)).isPositive();
  }

  private static int passedOver(Random random) {
    int passedOver = 0;
    List<String> rules = new RandomRules(random, true, true).rules(12);
    Program program = program(rules);
    for (int i = 0; i < 50; i++) {
      ExampleRequest example = SomeRequests.random(random);
      List<Integer> candidates = candidates(program, example);
      passedOver += program.size() - candidates.size();
      for (int rule = 0; rule < program.size(); rule++) {
        if (program.applies(rule, example)) {
          assertThat(candidates).as("%s of %s", example, rules).contains(rule);
        }
      }
    }
    return passedOver;
  }

  @Test
  void candidates_areThoseOfTheFieldsThatCame_inFileOrder() {
    Program program =
        program(
            List.of(
                "when: { header: { T: a } }, then: reject 404",
                "when: { header: { t: b } }, then: reject 404",
                "when: { header: { t: { prefix: x } } }, then: reject 404",
                "when: { header: { t: a }, method: GET }, then: reject 404",
                "when: { header: { Host: h.example } }, then: reject 404",
                "when: { header: { u: a } }, then: reject 404",
                "then: reject 404"));
    assertThat(candidates(program, request("T: a "))).containsExactly(0, 2, 3, 4, 6);
    assertThat(candidates(program, request("t: b", "T: a", "t: a")))
        .containsExactly(0, 1, 2, 3, 4, 6);
    assertThat(candidates(program, request())).containsExactly(2, 4, 6);
  }

  private static ExampleRequest request(String... lines) {
    List<ExampleRequest.Field> fields = new ArrayList<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      fields.add(new ExampleRequest.Field(line.substring(0, colon), line.substring(colon + 1)));
    }
    return new ExampleRequest("GET", "/", fields, "");
  }
}
