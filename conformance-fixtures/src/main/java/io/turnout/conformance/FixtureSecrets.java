// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.util.Map;
import java.util.Optional;

/** The secrets that fixtures name as {@code env:NAME}; the fixtures' README has the same. */
final class FixtureSecrets {

  /** The values by the names of the variables in which a command finds them. */
  static final Map<String, String> ALL =
      Map.of(
          "TURNOUT_FIXTURE_SECRET",
          "fixture secret one, long enough for each algorithm of HMAC: 0123456789",
          "TURNOUT_FIXTURE_SECRET_2",
          "fixture secret two, of 32 bytes.",
          "TURNOUT_FIXTURE_EDGE_1",
          "fixture edge one signs with these bytes",
          "TURNOUT_FIXTURE_EDGE_2",
          "fixture edge two, of 32 bytes...");

  private FixtureSecrets() {}

  /** The value of a variable as this process has it, else as fixtures mean it. */
  static Optional<String> value(String name) {
    return Optional.ofNullable(System.getenv(name)).or(() -> Optional.ofNullable(ALL.get(name)));
  }
}
