// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import io.turnout.spi.RouteKey;
import java.io.IOException;

/** Requests, one after the other. For one thread. */
interface Trace extends AutoCloseable {

  /** Goes on to the next request; false if there is none. */
  boolean next() throws IOException;

  /** When the request comes, in nanoseconds from the beginning. */
  long atNanos();

  /** The number of its key, from 0; a key that was not there before has the next number. */
  int key();

  /** The key of a number. */
  RouteKey routeKey(int key);

  /** The number of a key. */
  int number(RouteKey key);

  /** How many keys there are so far. */
  int keys();

  /** How much each key is asked for; the sum is 1. */
  double[] shares();

  @Override
  void close() throws IOException;
}
