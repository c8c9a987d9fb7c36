// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.store.LifeSetting;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The durations that a route sets for itself. */
final class LifeOptions {

  @Option(
      names = "--fresh-for",
      paramLabel = "TIME",
      converter = Times.Converter.class,
      description = "How long an answer is fresh, such as 5m; else the default counts.")
  private Optional<Duration> freshFor;

  @Option(
      names = "--expire-after",
      paramLabel = "TIME",
      converter = Times.Converter.class,
      description = "How long an answer may be used, such as 24h; 0: never keep it.")
  private Optional<Duration> expireAfter;

  @SuppressWarnings("NullAway.Init")
  LifeOptions() {}

  LifeSetting setting() {
    return new LifeSetting(freshFor, expireAfter);
  }
}
