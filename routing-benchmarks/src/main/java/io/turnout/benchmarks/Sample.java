// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

/**
 * A request target, and what is to be found for it.
 *
 * @param route the number of the route that it belongs to
 * @param business the business that it is about
 */
record Sample(String target, int route, String business) {}
