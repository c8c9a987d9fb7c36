// SPDX-License-Identifier: Apache-2.0
package io.turnout.decision;

/** What is to be done with a request. */
public enum Outcome {
  /** Forward it to the cell that the decision names. */
  CELL("cell"),
  /** Forward it to the authority tier. */
  AUTHORITY("authority"),
  /** Answer it with the status that the decision names. */
  REJECT("reject");

  private final String text;

  Outcome(String text) {
    this.text = text;
  }

  /** The spelling of fixtures and logs. */
  public String text() {
    return text;
  }
}
