// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** Where the demo's gateway looks routes up. */
public sealed interface DemoRoutes {

  /** In the example's route file. */
  record InFile() implements DemoRoutes {}

  /**
   * In a table, which is made and filled from that file first.
   *
   * @param endpoint a server that speaks DynamoDB's protocol and takes any credentials; empty: the
   *     test server of the checkout, which the demo starts and ends
   * @param home the checkout
   */
  record InTable(Optional<URI> endpoint, Path home) implements DemoRoutes {}
}
