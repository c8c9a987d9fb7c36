// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * Where the near cache is kept over a restart.
 *
 * @param file the file, in a folder that exists
 * @param every how often it is written, 1 second to 1 day
 */
public record SnapshotSettings(Path file, Duration every) {

  /** The shortest interval. */
  public static final Duration SHORTEST = Duration.ofSeconds(1);

  /** The longest interval. */
  public static final Duration LONGEST = Duration.ofDays(1);

  /** How often it is written where nothing is said. */
  public static final Duration DEFAULT_EVERY = Duration.ofMinutes(1);

  /**
   * Checks both parts.
   *
   * @throws IllegalArgumentException if the interval is out of range
   */
  public SnapshotSettings {
    Objects.requireNonNull(file, "file");
    if (every.compareTo(SHORTEST) < 0 || every.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("every " + every + " must lie in 1 s to 1 d");
    }
  }
}
