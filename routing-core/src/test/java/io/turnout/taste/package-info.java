// SPDX-License-Identifier: Apache-2.0

/** How the code reads, as far as a test can tell. */
@NullMarked
package io.turnout.taste;

import org.jspecify.annotations.NullMarked;
