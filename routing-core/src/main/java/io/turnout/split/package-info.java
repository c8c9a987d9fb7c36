// SPDX-License-Identifier: Apache-2.0
/**
 * Stage 8 of 9: which version answers; reads a request, gives a stage of each split that concerns
 * it. An inner package: its public types are for the rest of the core.
 *
 * <p>Users are split, not requests: what a user gets depends on a routing ID that comes back with
 * each of their requests, never on chance.
 */
@NullMarked
package io.turnout.split;

import org.jspecify.annotations.NullMarked;
