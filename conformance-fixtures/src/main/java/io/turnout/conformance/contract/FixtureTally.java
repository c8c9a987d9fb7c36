// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import java.util.Map;
import java.util.TreeMap;

/** How many cases were put to an adapter, and why the others were not. One thread. */
final class FixtureTally {

  private final Map<String, Integer> refused = new TreeMap<>();
  private final Map<String, Integer> leftOut = new TreeMap<>();
  private int asked;
  private int requests;
  private int connections;

  void asked() {
    asked++;
  }

  void sent() {
    requests++;
  }

  void connected() {
    connections++;
  }

  void refused(EngineRefusal refusal) {
    refused.merge(refusal.reason(), 1, Integer::sum);
  }

  void leftOut(String why) {
    leftOut.merge(why, 1, Integer::sum);
  }

  /** The cases that were decided by the adapter as in process. */
  int cases() {
    return asked;
  }

  /** The cases of all kinds. */
  int all() {
    return asked + sum(refused) + sum(leftOut);
  }

  boolean hasMet(EngineRefusal refusal) {
    return refused.containsKey(refusal.reason());
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public String toString() {
    return all()
        + " cases: "
        + asked
        + " decided as in process ("
        + requests
        + " requests over "
        + connections
        + " connections), "
        + sum(refused)
        + " refused before a decision "
        + refused
        + ", "
        + sum(leftOut)
        + " that cannot be sent "
        + leftOut;
  }
}
