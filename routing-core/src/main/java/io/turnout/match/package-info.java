// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 4 of 9: does a rule apply; reads a request, gives yes or no.
 *
 * <p>An inner package: other modules do not import it.
 */
@NullMarked
package io.turnout.match;

import org.jspecify.annotations.NullMarked;
