// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

/**
 * The most that the near cache holds.
 *
 * @param unit what is counted
 * @param most how much of it: 1 to 100,000,000 keys, or 65,536 to 1,099,511,627,776 bytes
 */
public record NearCacheBound(Unit unit, long most) {

  /** 100,000 keys. */
  public static final NearCacheBound DEFAULT = new NearCacheBound(Unit.KEYS, 100_000);

  /** What can be counted. */
  public enum Unit {
    /** Keys. */
    KEYS(1, 100_000_000),
    /** Bytes of the heap, estimated. */
    BYTES(1 << 16, 1L << 40);

    private final long least;
    private final long most;

    Unit(long least, long most) {
      this.least = least;
      this.most = most;
    }

    long least() {
      return least;
    }

    long most() {
      return most;
    }
  }

  /**
   * Checks the amount.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public NearCacheBound {
    if (most < unit.least || most > unit.most) {
      throw new IllegalArgumentException(
          "a near cache of "
              + most
              + " "
              + unit
              + " must lie in "
              + unit.least
              + " to "
              + unit.most);
    }
  }
}
