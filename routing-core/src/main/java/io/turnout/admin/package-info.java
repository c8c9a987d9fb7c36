// SPDX-License-Identifier: Apache-2.0

/**
 * Beside the flow: the administration of routes over any store; every version that is given out and
 * every step of a move is made here.
 */
@NullMarked
package io.turnout.admin;

import org.jspecify.annotations.NullMarked;
