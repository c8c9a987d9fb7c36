// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.document.MapReader;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads how origins are asked whether they are well. */
final class HealthReader {

  private static final List<String> KEYS =
      List.of("path", "port", "interval", "timeout", "failures");

  private final ValueReader values;
  private final SettingsReader settings;

  HealthReader(ValueReader values, SettingsReader settings) {
    this.values = values;
    this.settings = settings;
  }

  /**
   * How they are asked.
   *
   * @param normal what holds where nothing is said
   */
  Optional<OriginHealth> health(Value value, String what, OriginHealth normal) {
    return values
        .map(value, what, KEYS)
        .map(map -> health(map, map.read("path", settings::absolutePath), normal));
  }

  /** How they are asked, by a path that has to be named. */
  Optional<OriginHealth> ofCell(Value value, String what) {
    return values
        .map(value, what, KEYS)
        .map(
            map -> health(map, map.require("path", settings::absolutePath), OriginHealth.OF_CELLS));
  }

  private OriginHealth health(MapReader map, Optional<String> path, OriginHealth normal) {
    Optional<Integer> port = map.read("port", settings.integer(1, 65_535));
    Optional<Duration> interval =
        map.read(
            "interval",
            settings.span(OriginHealth.SHORTEST_INTERVAL, OriginHealth.LONGEST_INTERVAL));
    Optional<Duration> timeout =
        map.read("timeout", settings.span(Duration.ofMillis(1), OriginHealth.LONGEST_TIMEOUT));
    Optional<Integer> failures =
        map.read("failures", settings.integer(1, OriginHealth.MOST_FAILURES));
    return new OriginHealth(
        path.orElse(normal.path()),
        port.map(OptionalInt::of).orElse(OptionalInt.empty()),
        interval.orElse(normal.interval()),
        timeout.orElse(normal.timeout()),
        failures.orElse(normal.failures()));
  }
}
