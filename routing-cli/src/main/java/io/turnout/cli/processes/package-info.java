// SPDX-License-Identifier: Apache-2.0

/** Processes of the same class path, for what has to run apart: gateways, cells. */
@NullMarked
package io.turnout.cli.processes;

import org.jspecify.annotations.NullMarked;
