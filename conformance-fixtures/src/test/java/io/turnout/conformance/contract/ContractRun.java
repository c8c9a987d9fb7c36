// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs the tests of a contract without JUnit, so that their failing can be asserted. */
final class ContractRun {

  private ContractRun() {}

  /** The tests of a contract, in the order of their names. */
  static List<Method> tests(Class<?> contract) {
    return Arrays.stream(contract.getDeclaredMethods())
        .filter(
            method ->
                method.isAnnotationPresent(Test.class)
                    || method.isAnnotationPresent(TestFactory.class))
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  /**
   * The names of the tests that fail, with their failures; each test has an instance of its own.
   */
  static Map<String, Throwable> failures(Class<?> contract, Supplier<?> instances) {
    Map<String, Throwable> failures = new TreeMap<>();
    for (Method test : tests(contract)) {
      try {
        run(test, instances.get());
      } catch (Throwable failure) {
        failures.put(test.getName(), failure);
      }
    }
    return failures;
  }

  /** How one test of a contract fails; empty if it passes. */
  static Optional<Throwable> failure(Class<?> contract, String name, Object instance) {
    Method test =
        tests(contract).stream()
            .filter(method -> method.getName().equals(name))
            .findFirst()
            .orElseThrow();
    try {
      run(test, instance);
      return Optional.empty();
    } catch (Throwable failure) {
      return Optional.of(failure);
    }
  }

  /** How many dynamic tests a contract has with an implementation. */
  static int dynamicTests(Class<?> contract, Supplier<?> instances) throws Throwable {
    int count = 0;
    for (Method test : tests(contract)) {
      if (test.isAnnotationPresent(TestFactory.class)) {
        count += dynamicTests(test, instances.get()).size();
      }
    }
    return count;
  }

  private static void run(Method test, Object instance) throws Throwable {
    if (test.isAnnotationPresent(TestFactory.class)) {
      for (DynamicTest dynamic : dynamicTests(test, instance)) {
        dynamic.getExecutable().execute();
      }
    } else {
      invoke(test, instance);
    }
  }

  private static List<DynamicTest> dynamicTests(Method test, Object instance) throws Throwable {
    List<DynamicTest> tests = new ArrayList<>();
    ((Stream<?>) invoke(test, instance)).forEach(one -> tests.add((DynamicTest) one));
    return tests;
  }

  private static Object invoke(Method test, Object instance) throws Throwable {
    try {
      test.setAccessible(true);
      Object result = test.invoke(instance);
      return result == null ? Stream.empty() : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
