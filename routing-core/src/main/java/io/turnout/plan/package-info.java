// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 9 of 9: the compiled rules that serve requests; reads a request and pieces of its body,
 * gives what the rules say of it. Inner: not part of the public interface.
 */
@NullMarked
package io.turnout.plan;

import org.jspecify.annotations.NullMarked;
