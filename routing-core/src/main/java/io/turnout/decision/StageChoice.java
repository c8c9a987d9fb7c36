// SPDX-License-Identifier: Apache-2.0
package io.turnout.decision;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which version answers a request, of those that a split has.
 *
 * <p>{@link #toString} leaves the value of the cookie out, which opens a session, so a choice can
 * be logged as it is.
 *
 * @param split the name of the split
 * @param stage the name of the stage
 * @param labels the labels of the stage, for whatever chooses the endpoint
 * @param how how it was chosen
 * @param cookie the value of the {@code Set-Cookie} field that the answer has to carry, so that the
 *     user comes back to this stage; empty if none is due
 */
public record StageChoice(
    String split, String stage, Map<String, String> labels, How how, Optional<String> cookie) {

  /** Checks and copies the parts. */
  public StageChoice {
    Objects.requireNonNull(split, "split");
    Objects.requireNonNull(stage, "stage");
    labels = Map.copyOf(labels);
    Objects.requireNonNull(how, "how");
    Objects.requireNonNull(cookie, "cookie");
  }

  /** A stage that the router before this one chose, of which nothing more is known here. */
  public static StageChoice told(String split, String stage) {
    return new StageChoice(split, stage, Map.of(), How.TOLD, Optional.empty());
  }

  @Override
  public String toString() {
    return split + '=' + stage + ' ' + how.text() + (cookie.isPresent() ? ", sets a cookie" : "");
  }

  /** How a stage was chosen. */
  public enum How {
    /** The request named it. */
    PINNED("pinned"),
    /** The session that the request belongs to has it. */
    KEPT("kept"),
    /** By the weights, for a routing ID that the request brought. */
    COMPUTED("computed"),
    /** By the weights, for a routing ID that was made just now. */
    NEW("new"),
    /** By the router before this one, which told it. */
    TOLD("told");

    private final String text;

    How(String text) {
      this.text = text;
    }

    /** The spelling of fixtures and logs. */
    public String text() {
      return text;
    }
  }
}
