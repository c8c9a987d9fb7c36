// SPDX-License-Identifier: Apache-2.0

/**
 * Hashes of bytes, for whoever needs one.
 *
 * <p>An inner package: other modules do not import it.
 */
@NullMarked
package io.turnout.digest;

import org.jspecify.annotations.NullMarked;
