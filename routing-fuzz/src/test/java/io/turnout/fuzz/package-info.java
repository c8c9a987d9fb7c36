// SPDX-License-Identifier: Apache-2.0
/** What the fuzz tests share; the targets stand in the packages of what they read. */
@NullMarked
package io.turnout.fuzz;

import org.jspecify.annotations.NullMarked;
