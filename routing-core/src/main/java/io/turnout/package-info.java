// SPDX-License-Identifier: Apache-2.0

/** The door: what a user types. */
@NullMarked
package io.turnout;

import org.jspecify.annotations.NullMarked;
