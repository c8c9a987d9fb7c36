// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.util.Map;
import java.util.Objects;

/**
 * One of the endpoints of a cell, and what is said of it.
 *
 * @param origin where it is reached, and how
 * @param labels what it is, such as its version: at most {@value #MOST_LABELS}
 */
public record LabelledOrigin(Origin origin, Map<String, String> labels) {

  /** The most labels of one endpoint. */
  public static final int MOST_LABELS = 16;

  /** The longest name of a label, in characters; the shortest has one. */
  public static final int LONGEST_NAME = 63;

  /** The longest value of a label, in characters; it may be empty. */
  public static final int LONGEST_VALUE = 255;

  static final String FORM =
      "have a name of 1 to "
          + LONGEST_NAME
          + " and a value of at most "
          + LONGEST_VALUE
          + " characters, none of them a control character";

  /**
   * Checks the labels and copies them.
   *
   * @throws IllegalArgumentException if there are too many, or one is out of bounds
   */
  public LabelledOrigin {
    Objects.requireNonNull(origin, "origin");
    labels = checked(labels);
  }

  /** Labels within the bounds, as a copy. */
  static Map<String, String> checked(Map<String, String> labels) {
    if (labels.size() > MOST_LABELS) {
      throw new IllegalArgumentException(
          "labels " + labels.size() + " must lie in 0 to " + MOST_LABELS);
    }
    labels.forEach(
        (name, value) -> {
          if (!isValid(name, value)) {
            throw new IllegalArgumentException("a label must " + FORM);
          }
        });
    return Map.copyOf(labels);
  }

  static boolean isValid(String name, String value) {
    return !name.isEmpty()
        && name.length() <= LONGEST_NAME
        && value.length() <= LONGEST_VALUE
        && (name + value).chars().noneMatch(Character::isISOControl);
  }
}
