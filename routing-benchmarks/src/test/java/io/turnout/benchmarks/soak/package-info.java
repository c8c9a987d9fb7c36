// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.turnout.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
