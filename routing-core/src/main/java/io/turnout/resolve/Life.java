// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.Freshness;

/**
 * The bounds of an entry on the monotonic clock of this process, in nanoseconds. Their differences
 * count, not their signs: the clock may start anywhere.
 *
 * @param loaded when its look-up was sent
 * @param fresh from when it is stale
 * @param expires from when it is expired
 */
record Life(long loaded, long fresh, long expires) {

  Freshness at(long now) {
    return Freshness.at(now - loaded, fresh - loaded, expires - loaded);
  }
}
