// SPDX-License-Identifier: Apache-2.0
/**
 * Stage 2 of 9: who is asking; reads the head as it came, gives what is proven of the client.
 *
 * <p>Nothing that a client says of itself is believed here: an edge counts only if it proves itself
 * by what a client cannot choose.
 */
@NullMarked
package io.turnout.client;

import org.jspecify.annotations.NullMarked;
