// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

/** What a rule or an outcome says is to be done. */
public sealed interface Action {

  /** Forward to a cell. */
  record ToCell(String cell) implements Action {
    @Override
    public String toString() {
      return "cell " + cell;
    }
  }

  /** Forward to the authority tier, which only a tier that can hand on can do. */
  record ToAuthority() implements Action {
    @Override
    public String toString() {
      return "authority";
    }
  }

  /**
   * Answer an error.
   *
   * @param status 400 to 599
   */
  record Reject(int status) implements Action {
    @Override
    public String toString() {
      return "reject " + status;
    }
  }
}
