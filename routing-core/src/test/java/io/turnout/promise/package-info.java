// SPDX-License-Identifier: Apache-2.0

/** The product's promises, one class each. */
@NullMarked
package io.turnout.promise;

import org.jspecify.annotations.NullMarked;
