// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 6 of 9: which cell, through the layers; reads a route key, gives a resolution.
 *
 * <p>A {@link io.turnout.resolve.CellResolver} asks the near cache first. What is not there, or
 * there no more, becomes a flight: one per key at a time, shared by all who ask. A flight asks the
 * authority through a gate that bounds how many calls run and wait, and hands the answer to the
 * near cache, the only place where versions meet. Layers between the near cache and the authority
 * belong into the flight, before its first call to the gate.
 */
@NullMarked
package io.turnout.resolve;

import org.jspecify.annotations.NullMarked;
