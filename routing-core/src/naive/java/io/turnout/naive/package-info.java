// SPDX-License-Identifier: Apache-2.0
/**
 * A second, slow and simple reading of the rule language, written from its description alone: what
 * the compiled rules are compared with.
 */
@NullMarked
package io.turnout.naive;

import org.jspecify.annotations.NullMarked;
