// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Several resolvers live through chance: requests, moves, deletions, restores, uncacheable phases,
 * latencies, failures, throttling, removals, invalidations, clocks that differ and jump, layers
 * that are slow, fail, hang, lie or lose everything, processes that are stopped or killed and start
 * again, with a snapshot, a damaged one or none.
 *
 * <p>After each answer it must hold that something was said which allows it: nothing expired is
 * used, nothing removed or invalidated comes back, no key goes backwards, one key has one flight, a
 * healthy authority answers everybody. What a snapshot holds goes on to hold for the process that
 * reads it, and what came after it need not. At the end nothing is under way, and the truth is
 * found. A seed decides everything.
 */
final class ResolverSimulation {

  private static final int STEPS = 120;
  private static final int KEYS = 4;
  private static final long START_MILLIS = 1_767_225_600_000L;

  private final SplittableRandom random;
  private final SimulationOptions options;
  private final VirtualTime time = new VirtualTime(START_MILLIS);
  private final SimulatedTruth truth;
  private final List<RouteKey> keys;
  private final List<SimulatedLayer> layers = new ArrayList<>();
  private final List<SimulatedHost> hosts = new ArrayList<>();
  private final SimulatedChannel channel;

  private ResolverSimulation(long seed) {
    random = new SplittableRandom(seed);
    truth = new SimulatedTruth(random, time);
    channel = new SimulatedChannel(random, time);
    options = SimulationOptions.by(random);
    keys = IntStream.range(0, KEYS).mapToObj(i -> RouteKey.parse("business:" + i)).toList();
    for (int i = 0; i < options.layers(); i++) {
      layers.add(new SimulatedLayer(random, time, "layer-" + i));
    }
    SimulatedWorld world = new SimulatedWorld(random, truth, options, keys, layers, channel);
    for (int i = 0; i < options.hosts(); i++) {
      hosts.add(new SimulatedHost(world));
    }
  }

  /**
   * Plays one seed.
   *
   * @throws AssertionError if a promise is broken; its text names the seed
   */
  static void play(long seed) {
    try {
      new ResolverSimulation(seed).play();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }

  private void play() {
    for (int i = 0; i < STEPS; i++) {
      step(keys.get(random.nextInt(KEYS)));
      time.advance(Duration.ofMillis(random.nextInt(20)));
    }
    truth.settle();
    hosts.forEach(SimulatedHost::recover);
    layers.forEach(SimulatedLayer::recover);
    time.advance(Duration.ofSeconds(10));
    hosts.forEach(SimulatedHost::requireRest);
    for (SimulatedHost host : hosts) {
      keys.forEach(host::requireRefresh);
      keys.forEach(host::requireTruth);
    }
    time.advance(Duration.ofSeconds(10));
    hosts.forEach(SimulatedHost::requireRest);
    requireWaiting(options.keepsSnapshots() ? hosts.size() : 0);
    hosts.forEach(SimulatedHost::close);
    requireWaiting(0);
  }

  /** Nothing waits at the end, but for the time of the next snapshot. */
  private void requireWaiting(int tasks) {
    if (time.waiting() != tasks) {
      throw new AssertionError(time.waiting() + " tasks wait at the end, not " + tasks);
    }
  }

  private void step(RouteKey key) {
    switch (random.nextInt(20)) {
      case 0, 1 -> {
        truth.change(key);
        if (random.nextBoolean()) {
          channel.publish(key, truth.now(key).version());
        }
      }
      case 2, 3 -> time.advance(Duration.ofMillis(random.nextInt(400)));
      case 4 -> layers.forEach(SimulatedLayer::changeMood);
      case 5 -> {
        if (random.nextInt(4) == 0) {
          layers.forEach(SimulatedLayer::lose);
        }
      }
      default -> hosts.get(random.nextInt(hosts.size())).step(key);
    }
  }

  /**
   * Plays seeds from the command line.
   *
   * @param arguments how many seeds, and optionally the first
   */
  public static void main(String[] arguments) {
    long count = Long.parseLong(arguments[0]);
    long first = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
    for (long seed = first; seed < first + count; seed++) {
      play(seed);
    }
    System.out.println(count + " seeds from " + first + ": every promise was kept");
  }
}
