// SPDX-License-Identifier: Apache-2.0

/** A gateway under load over a source of truth that is moved in, or lost. */
@NullMarked
package io.turnout.cli.proof;

import org.jspecify.annotations.NullMarked;
