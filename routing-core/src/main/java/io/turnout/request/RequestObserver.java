// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

/**
 * What wants to see how a request is judged, step by step; called on the judging thread.
 *
 * <p>Steps are named by the objects that take them, whose {@code toString} is what the file said.
 */
public interface RequestObserver {

  /**
   * A rule came up; its conditions follow, and its sources if they hold. It comes up again when one
   * of its body sources is certain, which may be after later rules came up.
   */
  void onRule(String name);

  /** A condition was evaluated. */
  void onCondition(Object condition, boolean held);

  /** A source was asked. */
  void onSource(Object source, Object result);
}
