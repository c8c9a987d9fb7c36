// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.store.RouteStore;
import java.time.Duration;
import java.util.List;

/** Where routes are kept. */
interface Place extends AutoCloseable {

  /** What messages call it. */
  String name();

  /** The options that name it, for a call that goes on. */
  String options();

  /** The routes in it. */
  RouteStore open();

  /** Makes it, without routes, unless it is there. */
  Created create();

  /** How long after a write a router may still be answered what was true before it. */
  Duration readLag();

  @Override
  void close();

  /**
   * What became of it.
   *
   * @param created whether it was made; if not, it was there
   * @param notices what could not be had, one sentence each
   */
  record Created(boolean created, List<String> notices) {}
}
