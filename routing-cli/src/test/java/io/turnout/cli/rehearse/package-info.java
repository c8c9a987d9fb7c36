// SPDX-License-Identifier: Apache-2.0

/** The rehearsal of outages: traffic and faults on virtual time, and what users would see. */
@NullMarked
package io.turnout.cli.rehearse;

import org.jspecify.annotations.NullMarked;
