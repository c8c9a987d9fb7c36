// SPDX-License-Identifier: Apache-2.0

/** A small proxy with a router inside: the code of the guide. */
@NullMarked
package io.turnout.examples.embedding;

import org.jspecify.annotations.NullMarked;
