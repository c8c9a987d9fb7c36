// SPDX-License-Identifier: Apache-2.0

/** An Armeria server that sends each request to its cell. */
@NullMarked
package io.turnout.examples.armeria;

import org.jspecify.annotations.NullMarked;
