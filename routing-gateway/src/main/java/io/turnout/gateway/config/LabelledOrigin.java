// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * One of the endpoints of a cell, and what is said of it.
 *
 * @param origin where it is reached, and how
 * @param labels what it is, such as its version: at most {@value #MOST_LABELS}
 */
public record LabelledOrigin(Origin origin, Map<String, String> labels) {

  /** The most labels of one endpoint. */
  public static final int MOST_LABELS = 16;

  static final String FORM =
      "have a name such as version, of at most 63 letters, digits, '.', '_', '/' and '-', and a value"
          + " of 1 to 128 printable characters of ASCII";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,62}");
  private static final Pattern VALUE = Pattern.compile("[ -~]{1,128}");

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

  /** Whether the rule file takes the same for a label. */
  static boolean isValid(String name, String value) {
    return NAME.matcher(name).matches() && VALUE.matcher(value).matches();
  }
}
