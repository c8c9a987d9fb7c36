// SPDX-License-Identifier: Apache-2.0

/** The demo: cells, a gateway and a client on one machine, and a recording to replay. */
@NullMarked
package io.turnout.cli.demo;

import org.jspecify.annotations.NullMarked;
