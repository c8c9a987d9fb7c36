// SPDX-License-Identifier: Apache-2.0
package io.turnout.split;

import io.turnout.spi.RoutingName;
import java.util.Map;
import java.util.Objects;

/**
 * One version among those that a split has.
 *
 * @param name its name, a routing name
 * @param weight how much of the users it gets, beside the weights of the others; finite, 0 or more.
 *     With 0 it gets no new ones
 * @param state whether it still answers anybody
 * @param labels what an endpoint must have to answer for it
 */
public record Stage(String name, double weight, State state, Map<String, String> labels) {

  /** Whether a stage answers. */
  public enum State {
    /** It answers. */
    OPEN,
    /** It answers nobody: those who had it get another at once. */
    CLOSED
  }

  /**
   * Checks and copies the parts.
   *
   * @throws IllegalArgumentException if one is out of its bounds
   */
  public Stage {
    RoutingName.require(name, "stage");
    if (!(weight >= 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException("weight " + weight + " must be a number of 0 or more");
    }
    Objects.requireNonNull(state, "state");
    labels = Map.copyOf(labels);
  }

  /** Whether users who have no stage yet may get it. */
  public boolean takesNewUsers() {
    return effectiveWeight() > 0;
  }

  /** Whether it answers. */
  public boolean isOpen() {
    return state == State.OPEN;
  }

  /** The weight by which it takes part in the choice. */
  public double effectiveWeight() {
    return isOpen() ? weight : 0;
  }
}
