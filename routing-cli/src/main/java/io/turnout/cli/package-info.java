// SPDX-License-Identifier: Apache-2.0

/**
 * The {@code turnout} command: one class for each sub-command, each a thin call into the library.
 */
@NullMarked
package io.turnout.cli;

import org.jspecify.annotations.NullMarked;
