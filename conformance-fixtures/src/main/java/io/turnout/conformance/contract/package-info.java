// SPDX-License-Identifier: Apache-2.0

/**
 * What everybody who implements the storage SPI must keep, as JUnit classes to extend: give one the
 * implementation, and every test of it is a rule.
 */
@NullMarked
package io.turnout.conformance.contract;

import org.jspecify.annotations.NullMarked;
