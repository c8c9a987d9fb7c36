// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The example that the project comes with. */
final class Examples {

  private Examples() {}

  static Example payments() {
    return new Example(Path.of("").toAbsolutePath().resolveSibling("examples/payments"));
  }

  /** The recording and the near misses. */
  static List<Recorded> requests() throws IOException {
    return Stream.concat(payments().recording().stream(), payments().nearMisses().stream())
        .toList();
  }
}
