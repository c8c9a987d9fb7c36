// SPDX-License-Identifier: Apache-2.0

/** Where the command prints to, how it prints data, and how it ends. */
@NullMarked
package io.turnout.cli.terminal;

import org.jspecify.annotations.NullMarked;
