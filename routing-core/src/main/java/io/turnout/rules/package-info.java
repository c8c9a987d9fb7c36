// SPDX-License-Identifier: Apache-2.0

/** Load time: a rule file becomes a program, or a list of its mistakes. */
@NullMarked
package io.turnout.rules;

import org.jspecify.annotations.NullMarked;
