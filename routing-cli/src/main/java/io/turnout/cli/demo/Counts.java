// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How often each of several words came up. Thread-safe. */
final class Counts {

  private final Map<String, LongAdder> byWord = new ConcurrentHashMap<>();

  /** A word and how often it came up. */
  record Count(String word, long times) {}

  void add(String word) {
    byWord.computeIfAbsent(word, key -> new LongAdder()).increment();
  }

  long of(String word) {
    LongAdder times = byWord.get(word);
    return times == null ? 0 : times.sum();
  }

  /** How many words there are. */
  int size() {
    return byWord.size();
  }

  /** The most frequent ones, at most {@code most}, the most frequent first. */
  List<Count> top(int most) {
    return byWord.entrySet().stream()
        .map(entry -> new Count(entry.getKey(), entry.getValue().sum()))
        .sorted(Comparator.comparingLong(Count::times).reversed().thenComparing(Count::word))
        .limit(most)
        .toList();
  }
}
