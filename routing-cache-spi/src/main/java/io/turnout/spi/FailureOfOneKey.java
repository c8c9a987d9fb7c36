// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

/**
 * Implemented by exceptions that may concern what an authority holds of one key, and not the
 * authority: it answers other keys as ever.
 *
 * <p>A look-up that fails so counts as failed for those who asked for the key. It is no sign that
 * the authority is unwell, so that one damaged record keeps nobody from the others.
 */
public interface FailureOfOneKey {

  /** Whether this failure concerns the one key only. */
  boolean concernsOneKey();
}
