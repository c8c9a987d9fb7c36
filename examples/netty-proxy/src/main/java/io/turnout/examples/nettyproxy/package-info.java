// SPDX-License-Identifier: Apache-2.0

/** A small proxy on Netty with a router in its pipeline: the code of the page on Netty. */
@NullMarked
package io.turnout.examples.nettyproxy;

import org.jspecify.annotations.NullMarked;
