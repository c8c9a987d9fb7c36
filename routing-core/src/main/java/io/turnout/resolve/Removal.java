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

  /** This removal, or what {@code earlier} asks beyond it. */
  Removal after(@Nullable Removal earlier) {
    return earlier == null || earlier.belowVersion <= belowVersion
        ? this
        : new Removal(earlier.belowVersion, order, nanos);
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
