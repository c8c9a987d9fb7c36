// SPDX-License-Identifier: Apache-2.0

/** Stage 1 of 9: the request as the rules see it; reads what an adapter shows, gives text. */
@NullMarked
package io.turnout.request;

import org.jspecify.annotations.NullMarked;
