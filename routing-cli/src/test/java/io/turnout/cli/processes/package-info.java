// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.turnout.cli.processes;

import org.jspecify.annotations.NullMarked;
