// SPDX-License-Identifier: Apache-2.0

/** Questions about compiled rules and what they do. Nothing that serves requests imports it. */
@NullMarked
package io.turnout.analyze;

import org.jspecify.annotations.NullMarked;
