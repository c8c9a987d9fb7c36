// SPDX-License-Identifier: Apache-2.0

/**
 * Benchmarks of the library and of what could be used in its place, over the same data. Each state
 * asserts, before anything is measured, that all contestants give the same answers.
 */
@NullMarked
package io.turnout.benchmarks;

import org.jspecify.annotations.NullMarked;
