// SPDX-License-Identifier: Apache-2.0
/** The core's own near cache, held to the contract of the layers below it. */
@NullMarked
package io.turnout.resolve;

import org.jspecify.annotations.NullMarked;
