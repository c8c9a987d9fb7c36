// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.match.Condition;
import io.turnout.match.HeaderFits;
import io.turnout.match.TextTests;
import io.turnout.plan.PlannedRule;
import io.turnout.request.HttpToken;
import io.turnout.request.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rules of a file that can apply to a request by the header fields that it has: those
 * that want a field to equal a text that it equals, and those that want no such thing. So thousands
 * of rules that tell one field's values apart are not asked one after the other. Immutable.
 */
final class FieldIndex {

  private static final int NONE = Integer.MAX_VALUE;

  private final Map<String, Map<String, int[]>> wanting = new HashMap<>();
  private final int[] others;

  FieldIndex(List<PlannedRule> rules) {
    Map<String, Map<String, List<Integer>>> numbers = new HashMap<>();
    List<Integer> rest = new ArrayList<>();
    for (int rule = 0; rule < rules.size(); rule++) {
      HeaderFits wanted = wanted(rules.get(rule).when());
      if (wanted == null) {
        rest.add(rule);
      } else {
        numbers
            .computeIfAbsent(wanted.name(), name -> new HashMap<>())
            .computeIfAbsent(((TextTests.Equal) wanted.test()).text(), text -> new ArrayList<>())
            .add(rule);
      }
    }
    numbers.forEach(
        (name, byText) -> {
          Map<String, int[]> sorted = new HashMap<>();
          byText.forEach((text, some) -> sorted.put(text, array(some)));
          wanting.put(name, sorted);
        });
    others = array(rest);
  }

  private static int[] array(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The first test for equality; none on Host, whose value may come from elsewhere. */
  private static @Nullable HeaderFits wanted(List<Condition> when) {
    for (Condition condition : when) {
      if (condition instanceof HeaderFits header
          && header.test() instanceof TextTests.Equal
          && !header.name().equals("host")) {
        return header;
      }
    }
    return null;
  }

  /** The rules that can apply to an example, which {@code request} reads. */
  Candidates of(ExampleRequest example, Request request) {
    List<int[]> lists = new ArrayList<>();
    lists.add(others);
    for (String name : example.headerNames()) {
      String lower = HttpToken.lowerCase(name);
      Map<String, int[]> byText = wanting.get(lower);
      if (byText != null) {
        request.anyHeader(
            lower,
            value -> {
              int[] some = byText.get(value);
              return some != null && !lists.add(some);
            });
      }
    }
    return new Candidates(lists);
  }

  /**
   * Rules that can apply to one request.
   *
   * @param lists their numbers, each list in ascending order
   */
  record Candidates(List<int[]> lists) {

    /** The smallest number from {@code from} on; -1 if there is none. */
    int next(int from) {
      int least = NONE;
      for (int[] list : lists) {
        int found = Arrays.binarySearch(list, from);
        int place = found >= 0 ? found : -found - 1;
        if (place < list.length) {
          least = Math.min(least, list[place]);
        }
      }
      return least == NONE ? -1 : least;
    }
  }
}
