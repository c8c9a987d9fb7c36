// SPDX-License-Identifier: Apache-2.0

/** Writes the routes and the recorded traffic of an invented payments platform. */
@NullMarked
package io.turnout.examples.payments;

import org.jspecify.annotations.NullMarked;
