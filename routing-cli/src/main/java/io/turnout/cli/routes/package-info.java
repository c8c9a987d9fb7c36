// SPDX-License-Identifier: Apache-2.0

/** The administration of routes on the command line: one class for each sub-command. */
@NullMarked
package io.turnout.cli.routes;

import org.jspecify.annotations.NullMarked;
