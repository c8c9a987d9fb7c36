// SPDX-License-Identifier: Apache-2.0

/** The nouns of routing, and the interfaces that storage implements. */
@NullMarked
package io.turnout.spi;

import org.jspecify.annotations.NullMarked;
