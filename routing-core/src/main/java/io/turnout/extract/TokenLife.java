// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/**
 * When a token passes, in milliseconds of the wall clock, leeway included.
 *
 * @param fromMillis the first instant
 * @param untilMillis the first instant at which it no longer passes
 */
record TokenLife(long fromMillis, long untilMillis) {

  boolean isNow(long nowMillis) {
    return nowMillis >= fromMillis && nowMillis < untilMillis;
  }
}
