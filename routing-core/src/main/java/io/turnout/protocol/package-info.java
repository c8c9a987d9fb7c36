// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 3 of 9: what routers say to each other; reads header fields, gives what they teach.
 *
 * <p>Both sides of every exchange are here, so that what is written can be read. Nothing here
 * decides whether it may be believed: that depends on who said it.
 */
@NullMarked
package io.turnout.protocol;

import org.jspecify.annotations.NullMarked;
