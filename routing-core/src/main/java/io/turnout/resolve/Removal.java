// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import org.jspecify.annotations.Nullable;

/**
 * A removal that a key remembers, so that what was asked before it cannot undo it.
 *
 * @param belowVersion the version below which answers are refused
 * @param order its place among all look-ups and removals of the resolver
 * @param nanos when it happened, on the monotonic clock
 */
record Removal(long belowVersion, long order, long nanos) {

  /** The order of a removal before the start: it comes before every look-up. */
  static final long BEFORE_ALL = 0;

  /**
   * This removal and what {@code earlier} asks beyond it. Two that race may come in another order
   * than they have: then the later place and instant stay.
   */
  Removal after(@Nullable Removal earlier) {
    return earlier == null
        ? this
        : new Removal(
            Math.max(earlier.belowVersion, belowVersion),
            Math.max(earlier.order, order),
            earlier.nanos - nanos > 0 ? earlier.nanos : nanos);
  }

  /** Whether it forbids to take the candidate. */
  boolean refuses(Candidate candidate) {
    if (candidate.version() >= belowVersion) {
      return false;
    }
    return candidate.order() == Candidate.UNORDERED
        ? candidate.life().loaded() - nanos <= 0
        : candidate.order() < order;
  }
}
