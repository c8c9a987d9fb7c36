// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.turnout.conformance.DecideCase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/** Every request of the fixtures, put to one adapter: a test for each file, and one that counts. */
final class FixtureSuite {

  /** Of all cases so many have to come to a decision in every adapter. */
  private static final int LEAST_CASES = 1_800;

  private final AdapterContract contract;
  private final List<DecideCase> cases =
      DecideCase.ofOwnFixtures().stream().map(DecideCase::onLoopback).toList();
  private final FixtureTally tally = new FixtureTally();

  FixtureSuite(AdapterContract contract) {
    this.contract = contract;
  }

  Stream<DynamicTest> tests() {
    Map<String, List<DecideCase>> files = new LinkedHashMap<>();
    for (DecideCase one : cases) {
      files.computeIfAbsent(one.fixture(), path -> new ArrayList<>()).add(one);
    }
    Stream<DynamicTest> tests =
        files.entrySet().stream()
            .map(file -> DynamicTest.dynamicTest(file.getKey(), () -> run(file.getValue())));
    return Stream.concat(tests, Stream.of(DynamicTest.dynamicTest("count", this::count)));
  }

  private void run(List<DecideCase> ofOneFile) throws Exception {
    int from = 0;
    while (from < ofOneFile.size()) {
      DecideCase first = ofOneFile.get(from);
      List<Executable> all = new ArrayList<>();
      try (FixtureExchanges exchanges = new FixtureExchanges(contract, first, tally)) {
        while (from < ofOneFile.size() && ofOneFile.get(from).sharesRouterWith(first)) {
          DecideCase one = ofOneFile.get(from++);
          all.add(() -> exchanges.run(one));
        }
        assertAll(all);
      }
    }
  }

  private void count() {
    System.out.println(contract.getClass().getSimpleName() + ": " + tally);
    assertTrue(tally.cases() >= LEAST_CASES, () -> LEAST_CASES + " or more have to be: " + tally);
    assertEquals(cases.size(), tally.all(), tally::toString);
    for (EngineRefusal listed : contract.refusals()) {
      assertTrue(tally.hasMet(listed), () -> "no case is " + listed.reason());
    }
  }
}
