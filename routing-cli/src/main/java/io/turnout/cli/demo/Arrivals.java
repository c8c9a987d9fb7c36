// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What arrived at cells with a number, and was not asked for yet. Thread-safe. */
final class Arrivals {

  private final Map<String, Queue<Arrival>> byNumber = new ConcurrentHashMap<>();

  void add(String number, Arrival arrival) {
    byNumber.computeIfAbsent(number, key -> new ConcurrentLinkedQueue<>()).add(arrival);
  }

  /** Whether something arrived with a number. */
  boolean has(String number) {
    return byNumber.containsKey(number);
  }

  /** What arrived with a number, in that order; it is forgotten. */
  List<Arrival> take(String number) {
    Queue<Arrival> arrived = byNumber.remove(number);
    return arrived == null ? List.of() : List.copyOf(arrived);
  }

  /** The numbers of what nobody asked for. */
  Set<String> left() {
    return Set.copyOf(byNumber.keySet());
  }
}
