// SPDX-License-Identifier: Apache-2.0

/** What the source of truth holds, as its administration reads and writes it. */
@NullMarked
package io.turnout.store;

import org.jspecify.annotations.NullMarked;
