// SPDX-License-Identifier: Apache-2.0

/** Beside the flow: the sources of truth that come with the library. */
@NullMarked
package io.turnout.authority;

import org.jspecify.annotations.NullMarked;
