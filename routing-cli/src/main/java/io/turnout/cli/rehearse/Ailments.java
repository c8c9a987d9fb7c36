// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** What is wrong just now. For one thread. */
final class Ailments {

  /** How long it takes to be refused. */
  static final Duration REFUSAL = Duration.ofMillis(1);

  private static final double LEAST = 0.75;
  private static final double MOST = 1.25;

  private final List<Fault> now = new ArrayList<>();

  void begin(Fault fault) {
    now.add(fault);
  }

  void end(Fault fault) {
    now.remove(fault);
  }

  /** What is wrong with a part: of several, what began last. */
  @Nullable Fault of(Fault.Part part) {
    for (int i = now.size() - 1; i >= 0; i--) {
      if (now.get(i).kind().part() == part) {
        return now.get(i);
      }
    }
    return null;
  }

  /** A latency from three to five quarters of the mean. */
  static Duration about(Duration mean, SplittableRandom random) {
    return Duration.ofNanos((long) (mean.toNanos() * random.nextDouble(LEAST, MOST)));
  }
}
