// SPDX-License-Identifier: Apache-2.0

/** A layer of copies of one's own. */
@NullMarked
package io.turnout.examples.ownlayer;

import org.jspecify.annotations.NullMarked;
