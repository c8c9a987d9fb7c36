// SPDX-License-Identifier: Apache-2.0
package io.turnout;

/** Where a router stands between clients and cells. */
public enum Tier {
  /** Close to users, in front of an authority tier to which it can hand requests on. */
  EDGE(true),
  /** Owns the source of truth, behind edges. */
  AUTHORITY(false),
  /** The only router there is. */
  STANDALONE(false);

  private final boolean canHandOn;

  Tier(boolean canHandOn) {
    this.canHandOn = canHandOn;
  }

  /** Whether it can hand a request to an authority tier. */
  public boolean canHandOn() {
    return canHandOn;
  }
}
