// SPDX-License-Identifier: Apache-2.0
/** Asks the JavaScript implementation every fixture. */
@NullMarked
package io.turnout.examples.js;

import org.jspecify.annotations.NullMarked;
