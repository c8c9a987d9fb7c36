// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import io.turnout.gateway.config.CellSettings;
import io.turnout.gateway.config.CellSettings.Pace;
import io.turnout.gateway.config.LabelledOrigin;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.turnout.gateway.endpoints.Endpoint;
import io.turnout.gateway.endpoints.EndpointSet;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The endpoints of a cell: what a change of health costs in a large fleet that flaps, with changes
 * applied together and each by itself, and what a request pays to choose one. The scheduler is
 * virtual time on the thread that is measured, so that all work is in what is measured.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // filled in before anything is measured
public class EndpointsBenchmark {

  private static final int FLEET = 20_000;
  private static final Map<String, String> ASKED = Map.of("version", "8f2");
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final OriginHealth HEALTH =
      new OriginHealth("/up", OptionalInt.empty(), INTERVAL, INTERVAL, 1);

  private static List<LabelledOrigin> endpoints(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new LabelledOrigin(
                    new Origin("10.0." + i / 250 + '.' + i % 250, 8_080),
                    Map.of("version", i % 10 == 0 ? "8f2" : "8e9", "zone", "z" + i % 3)))
        .toList();
  }

  private static EndpointSet set(int count, Duration applyEvery, VirtualTime time) {
    CellSettings settings =
        CellSettings.of(new CellSettings.Listed(endpoints(count)))
            .asking(HEALTH)
            .paced(new Pace(3, applyEvery, INTERVAL));
    EndpointSet set =
        new EndpointSet(
            settings,
            new EndpointSet.Surroundings(
                time,
                time::nanos,
                bound -> ThreadLocalRandom.current().nextInt(bound),
                line -> {}));
    set.choose(ASKED, Set.of()); // from now on its index knows these names
    time.advance(Duration.ofSeconds(30));
    return set;
  }

  /** A fleet whose endpoints get well and unwell in turn. */
  @State(Scope.Thread)
  public static class Flapping {

    private final VirtualTime time = new VirtualTime(0);
    private final Origin[] origins =
        endpoints(FLEET).stream().map(LabelledOrigin::origin).toArray(Origin[]::new);
    private EndpointSet together;
    private EndpointSet atOnce;
    private int next;
    private boolean well;

    /** Makes the fleet twice, and asserts that changes count in both. */
    @Setup
    public void setUp() {
      together = set(FLEET, INTERVAL, time);
      atOnce = set(FLEET, Duration.ZERO, time);
      for (EndpointSet set : List.of(together, atOnce)) {
        set.unwell(origins[0], "it answers 503");
        time.advance(INTERVAL);
        Agreement.require("unhealthy", FLEET, 1, set.counts().unhealthy());
        set.well(origins[0]);
        time.advance(INTERVAL);
        Agreement.require("healthy", FLEET, FLEET, set.counts().healthy());
      }
    }

    private void flap(EndpointSet set) {
      if (well) {
        set.well(origins[next]);
      } else {
        set.unwell(origins[next], "it answers 503");
      }
      next++;
      if (next == FLEET) {
        next = 0;
        well = !well;
      }
    }
  }

  /** A set of endpoints that nothing happens to. */
  @State(Scope.Thread)
  public static class Quiet {

    /** How many there are. */
    @Param({"1", "20000"})
    public int endpoints;

    private EndpointSet set;

    /** Makes the set, and asserts that labels select among them. */
    @Setup
    public void setUp() {
      set = set(endpoints, INTERVAL, new VirtualTime(0));
      Agreement.require("labels", endpoints, Math.max(1, endpoints / 10), set.usable(ASKED));
    }
  }

  /** One change, of 20,000 that are applied together. */
  @Benchmark
  @OperationsPerInvocation(FLEET)
  public EndpointSet together(Flapping fleet) {
    for (int i = 0; i < FLEET; i++) {
      fleet.flap(fleet.together);
    }
    fleet.time.advance(INTERVAL);
    return fleet.together;
  }

  /** One change that is applied at once. */
  @Benchmark
  public EndpointSet atOnce(Flapping fleet) {
    fleet.flap(fleet.atOnce);
    fleet.time.settle();
    return fleet.atOnce;
  }

  /** A request chooses, among those with a label. */
  @Benchmark
  public Endpoint choose(Quiet quiet) {
    return quiet.set.choose(ASKED, Set.of()).orElseThrow();
  }
}
