// SPDX-License-Identifier: Apache-2.0

/** A Spring Cloud Gateway that sends each request to its cell. */
@NullMarked
package io.turnout.examples.scg;

import org.jspecify.annotations.NullMarked;
