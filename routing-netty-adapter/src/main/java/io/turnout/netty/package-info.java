// SPDX-License-Identifier: Apache-2.0

/** A handler that puts a router into a Netty pipeline. */
@NullMarked
package io.turnout.netty;

import org.jspecify.annotations.NullMarked;
