// SPDX-License-Identifier: Apache-2.0

/** Where the command prints to. */
@NullMarked
package io.turnout.cli.terminal;

import org.jspecify.annotations.NullMarked;
