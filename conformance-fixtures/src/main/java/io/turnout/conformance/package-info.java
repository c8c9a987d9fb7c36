// SPDX-License-Identifier: Apache-2.0

/** The conformance fixtures' runner: asks an implementation, and compares what it answers. */
@NullMarked
package io.turnout.conformance;

import org.jspecify.annotations.NullMarked;
