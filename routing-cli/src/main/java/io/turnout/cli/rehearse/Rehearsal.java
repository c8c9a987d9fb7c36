// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import io.turnout.resolve.CellResolver;
import io.turnout.spi.VirtualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Plays a load and the faults of a scenario to real resolvers on virtual time, and measures what
 * users would see. Everything that is left to chance comes from the seed.
 */
public final class Rehearsal {

  /** What resolvers log of failures has the time of this process, not that of the rehearsal. */
  private static final String RESOLVER_LOG =
      "org.slf4j.simpleLogger.log.io.turnout.resolve.CellResolver";

  private static final long START_MILLIS = 1_767_225_600_000L;
  private static final Duration REST = Duration.ofMinutes(5);
  private static final long NANOS_PER_MINUTE = 60_000_000_000L;

  private final Scenario scenario;
  private final Load load;
  private final Trace trace;
  private final VirtualTime time = new VirtualTime(START_MILLIS);
  private final Ailments ailments = new Ailments();
  private final Measures measures;
  private final SplittableRandom random;
  private final Truth truth;
  private final RehearsedAuthority.Shared shared;
  private final Optional<RehearsedLayer> layer;
  private final List<Router> routers = new ArrayList<>();

  private Rehearsal(Scenario scenario, Load load, Trace trace, SplittableRandom random) {
    this.scenario = scenario;
    this.load = load;
    this.trace = trace;
    this.random = random;
    measures = new Measures(load.warmUpSeconds(), load.warmUpSeconds() + load.lengthSeconds());
    truth = new Truth(random.split());
    shared =
        new RehearsedAuthority.Shared(
            time,
            random.split(),
            scenario.world(),
            truth,
            trace::number,
            ailments,
            new RehearsedAuthority.Allowance(),
            measures);
    layer =
        scenario
            .world()
            .layerLatency()
            .map(latency -> new RehearsedLayer(time, random.split(), latency, ailments));
    for (int i = 0; i < scenario.world().routers(); i++) {
      routers.add(new Router(shared, trace, resolvers(random.split())));
    }
  }

  /**
   * Rehearses with the requests of a file, or where there is none with such as the load says.
   *
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if a line of it is wrong; the message has its number
   */
  public static Report run(Scenario scenario, Load load, Optional<Path> file) throws IOException {
    System.setProperty(RESOLVER_LOG, "off");
    SplittableRandom random = new SplittableRandom(load.seed());
    try (Trace trace =
        file.isPresent()
            ? new FileTrace(file.get(), load)
            : new GeneratedTrace(load, random.split())) {
      Rehearsal rehearsal = new Rehearsal(scenario, load, trace, random.split());
      rehearsal.play();
      Report.Played played = new Report.Played(trace.keys(), file.isPresent());
      return new Report(
          scenario,
          load,
          played,
          rehearsal.measures,
          Recovery.all(rehearsal.measures, scenario, trace));
    }
  }

  private Supplier<CellResolver> resolvers(SplittableRandom chance) {
    return () -> {
      CellResolver.Builder builder =
          scenario
              .resolver()
              .builder(new RehearsedAuthority(shared))
              .random(chance)
              .clock(time)
              .scheduler(time)
              .listener(measures);
      layer.ifPresent(builder::layer);
      return builder.build();
    };
  }

  private void play() throws IOException {
    scenario.faults().forEach(this::schedule);
    if (scenario.world().movesPerMinute() > 0) {
      moveLater(Duration.ofNanos(NANOS_PER_MINUTE / scenario.world().movesPerMinute()));
    }
    long end = load.warmUp().plus(load.length()).toNanos();
    boolean one = routers.size() == 1;
    while (trace.next() && trace.atNanos() < end) {
      time.advance(Duration.ofNanos(trace.atNanos() - time.nanos()));
      routers.get(one ? 0 : random.nextInt(routers.size())).request(trace.key());
    }
    time.advance(Duration.ofNanos(end - time.nanos()).plus(REST));
    routers.forEach(Router::close);
  }

  private void moveLater(Duration gap) {
    time.schedule(
        () -> {
          truth.moveOne(trace.keys(), time.nanos());
          moveLater(gap);
        },
        gap);
  }

  private void schedule(Fault fault) {
    Duration at = load.warmUp().plus(fault.at());
    if (fault.kind().lasts()) {
      time.schedule(() -> ailments.begin(fault), at);
      time.schedule(() -> ailments.end(fault), at.plus(fault.length()));
    } else {
      time.schedule(() -> strike(fault.kind()), at);
    }
  }

  private void strike(Fault.Kind kind) {
    if (kind != Fault.Kind.ROUTERS_RESTARTED) {
      layer.ifPresent(RehearsedLayer::lose);
    }
    if (kind.part() == Fault.Part.ROUTERS) {
      routers.forEach(Router::restart);
    }
  }
}
