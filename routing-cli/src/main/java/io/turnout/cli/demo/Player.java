// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** Who sends recorded requests somewhere. */
interface Player {

  Vertx vertx();

  /**
   * Sends a request, and compares what becomes of it with what is expected.
   *
   * @param number a number that no other request has
   * @return what differs; it does not fail
   */
  Future<List<String>> play(long number, Recorded recorded);
}
