// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.ProblemCode;
import io.turnout.document.Value;
import java.time.Duration;
import java.util.Optional;

/** Reads durations that are whole seconds. */
final class Seconds {

  private Seconds() {}

  /** A duration of whole seconds, at least one. */
  static Optional<Duration> between(Reading reading, Value value, String what, Duration most) {
    return reading
        .values()
        .duration(value, what)
        .filter(
            duration -> {
              boolean fits =
                  duration.toMillis() % 1_000 == 0
                      && !duration.isZero()
                      && duration.compareTo(most) <= 0;
              if (!fits) {
                reading
                    .problems()
                    .error(
                        value.at(),
                        ProblemCode.INVALID_DURATION,
                        what
                            + " must be whole seconds, from 1s to "
                            + most.toSeconds()
                            + "s, not "
                            + duration.toMillis()
                            + "ms");
              }
              return fits;
            });
  }
}
