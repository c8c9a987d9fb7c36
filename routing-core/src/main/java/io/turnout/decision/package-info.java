// SPDX-License-Identifier: Apache-2.0

/** Stage 6 of 7: the answer's nouns, plain data; reads what the stages found, gives a decision. */
@NullMarked
package io.turnout.decision;

import org.jspecify.annotations.NullMarked;
