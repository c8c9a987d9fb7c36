// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import org.jspecify.annotations.Nullable;

/**
 * What wants to see how a request is judged, step by step; called on the judging thread.
 *
 * <p>Steps are named by the objects that take them, whose {@code toString} is what the file said.
 */
public interface RequestObserver {

  /**
   * A signature that the request has does not prove an edge, or not all of what it says.
   *
   * @param edge the name of the edge
   * @param why a sentence for people; it may hold the name of a key, as the request has it
   */
  default void onDoubt(String edge, String why) {}

  /**
   * A rule came up; its conditions follow, and its sources if they hold. It comes up again when one
   * of its body sources is certain, which may be after later rules came up.
   */
  void onRule(String name);

  /** A condition was evaluated. */
  void onCondition(Object condition, boolean held);

  /** A source was asked. */
  void onSource(Object source, Object result);

  /**
   * What the source asked last held went through a step on its way to a key or a cell.
   *
   * @param step a transform, a {@code match}, the bounds of a key or the list of cells
   * @param result what came out; null: the source counts as absent from here on
   */
  default void onStep(Object step, @Nullable String result) {}
}
