// SPDX-License-Identifier: Apache-2.0

/** Stage 5 of 9: where the key is found; reads a request, gives one extraction per source. */
@NullMarked
package io.turnout.extract;

import org.jspecify.annotations.NullMarked;
