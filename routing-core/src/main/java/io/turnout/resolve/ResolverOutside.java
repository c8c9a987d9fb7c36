// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteScheduler;

/**
 * What a resolver is given from outside.
 *
 * @param clock the time
 * @param scheduler runs what is not the caller's
 * @param listener hears everything, and cannot do harm
 */
record ResolverOutside(RouteClock clock, RouteScheduler scheduler, ResolverListener listener) {}
