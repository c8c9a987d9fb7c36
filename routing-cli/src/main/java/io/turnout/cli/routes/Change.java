// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import java.util.Optional;

/**
 * What a call says of the changes that it makes.
 *
 * @param who who makes them; empty for the user of this system
 * @param why why; may be empty
 * @param feed where routers are told
 * @param dryRun whether nothing is to be written
 * @param confirmed whether nobody is to be asked
 */
record Change(Optional<String> who, String why, Feed feed, boolean dryRun, boolean confirmed) {

  /** That of a command which changes nothing. */
  static final Change NONE =
      new Change(Optional.empty(), "", new Feed(Optional.empty(), Optional.empty()), false, false);

  /**
   * Where routers are told of changes.
   *
   * @param uri of Redis; empty for nowhere
   * @param channel the channel there; empty for the usual one
   */
  record Feed(Optional<String> uri, Optional<String> channel) {}
}
