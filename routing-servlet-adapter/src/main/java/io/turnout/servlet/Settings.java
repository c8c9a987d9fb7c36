// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.spi.RouteClock;
import java.time.Duration;

/**
 * How a filter waits and what it holds.
 *
 * @param timeout how long a request may wait for its decision
 * @param clock by which a body that trickles in is measured
 * @param readAheadBytes the longest body that is read to its end before an async request goes on
 * @param resendBytes the longest body that can be sent again
 * @param formBytes the longest form whose fields are shown as parameters
 */
record Settings(
    Duration timeout, RouteClock clock, int readAheadBytes, int resendBytes, int formBytes) {}
