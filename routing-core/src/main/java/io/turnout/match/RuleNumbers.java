// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import java.util.Arrays;
import java.util.Collection;

/** Rule numbers in ascending order. */
final class RuleNumbers {

  private final int[] numbers;

  private RuleNumbers(int[] numbers) {
    this.numbers = numbers;
  }

  static RuleNumbers of(Collection<Integer> numbers) {
    return new RuleNumbers(
        numbers.stream().mapToInt(Integer::intValue).sorted().distinct().toArray());
  }

  /** The smallest number that is not below {@code from}; {@link RuleIndex#NONE} if all are. */
  int atLeast(int from) {
    if (numbers.length == 0 || numbers[numbers.length - 1] < from) {
      return RuleIndex.NONE;
    }
    if (numbers[0] >= from) {
      return numbers[0];
    }
    int place = Arrays.binarySearch(numbers, from);
    return numbers[place >= 0 ? place : -place - 1];
  }

  /** The smallest number; {@link RuleIndex#NONE} if there is none. */
  int first() {
    return numbers.length == 0 ? RuleIndex.NONE : numbers[0];
  }

  /** The greatest number; -1 if there is none. */
  int last() {
    return numbers.length == 0 ? -1 : numbers[numbers.length - 1];
  }
}
