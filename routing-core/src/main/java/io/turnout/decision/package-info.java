// SPDX-License-Identifier: Apache-2.0

/** Stage 7 of 9: the answer's nouns, plain data; reads what the stages found, gives a decision. */
@NullMarked
package io.turnout.decision;

import org.jspecify.annotations.NullMarked;
