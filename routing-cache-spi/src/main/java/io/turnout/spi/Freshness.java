// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

/** How far an entry may be believed at an instant. */
public enum Freshness {
  /** Route by it. */
  FRESH,
  /** Route by it at once, and refresh it in the background. */
  STALE,
  /** Ask the authority before routing. */
  EXPIRED;

  /**
   * The freshness at {@code now} of an entry with these bounds; all three count in the same unit on
   * the same clock.
   */
  public static Freshness at(long now, long freshUntil, long expiresAt) {
    if (now >= expiresAt) {
      return EXPIRED;
    }
    return now < freshUntil ? FRESH : STALE;
  }
}
