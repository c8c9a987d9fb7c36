// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

/**
 * What became of a herd, or what arithmetic allows at best.
 *
 * @param calls of the authority, the most in one second
 * @param keys looked up, the most in one second
 * @param queue how many look-ups waited at most for a call
 * @param answered the share of all requests that were answered with a cell
 * @param median of the times that misses took which were answered, in milliseconds
 * @param hundredth the time that one in a hundred of them exceeded
 * @param longest the longest of them
 * @param back after how many seconds the hit rate was back; infinite if it never was
 */
record HerdFigures(
    double calls,
    double keys,
    double queue,
    double answered,
    double median,
    double hundredth,
    double longest,
    double back) {}
