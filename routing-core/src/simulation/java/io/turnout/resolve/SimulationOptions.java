// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * What differs from seed to seed.
 *
 * @param hosts how many resolvers there are
 * @param layers how many layers they share
 * @param reliable whether the authority always answers in time, unless it throttles: every request
 *     must be answered then, whatever the layers do
 * @param throttles whether the authority refuses calls at times because there are too many
 * @param remembersAll whether near caches are large enough to remember every version
 * @param keepsSnapshots whether near caches are kept on disk
 * @param maxStaleMillis {@link Long#MAX_VALUE} for no bound
 */
record SimulationOptions(
    int hosts,
    int layers,
    boolean reliable,
    boolean throttles,
    boolean remembersAll,
    boolean pushes,
    boolean keepsSnapshots,
    long timeoutMillis,
    int concurrency,
    int queue,
    int mostAtOnce,
    long maxStaleMillis,
    long serveExpiredMillis,
    int spreadPercent) {

  static final long LAYER_TIMEOUT_MILLIS = 20;
  static final Duration SNAPSHOT_INTERVAL = Duration.ofSeconds(1);

  static SimulationOptions by(SplittableRandom random) {
    boolean reliable = random.nextInt(4) == 0;
    boolean throttles = random.nextInt(3) == 0;
    return new SimulationOptions(
        1 + random.nextInt(3),
        random.nextInt(3),
        reliable,
        throttles,
        random.nextInt(4) > 0,
        random.nextBoolean(),
        random.nextInt(3) > 0,
        100 + random.nextInt(300),
        throttles ? 1 << random.nextInt(7) : reliable ? 100 : 1 + random.nextInt(4),
        reliable ? 1_000 : random.nextInt(6),
        random.nextBoolean() ? 1 : 2 + random.nextInt(3),
        random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(500),
        random.nextBoolean() ? 0 : random.nextInt(2_000),
        random.nextInt(11));
  }
}
