// SPDX-License-Identifier: Apache-2.0

/** The command {@code bin/soak}: hours of mixed traffic, and what a gateway is like after them. */
@NullMarked
package io.turnout.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
