// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteKey;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What all hosts of one seed share.
 *
 * @param random decides everything
 * @param truth what is true, and what was said
 * @param options what differs from seed to seed
 * @param keys what is asked for
 * @param layers the layers, nearest first
 * @param channel tells hosts of changes
 */
record SimulatedWorld(
    SplittableRandom random,
    SimulatedTruth truth,
    SimulationOptions options,
    List<RouteKey> keys,
    List<SimulatedLayer> layers,
    SimulatedChannel channel) {}
