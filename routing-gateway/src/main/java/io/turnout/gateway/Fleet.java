// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.document.Problem;
import io.turnout.document.WatchedFile;
import io.turnout.gateway.config.CellSettings;
import io.turnout.gateway.config.EndpointsFile;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.endpoints.EndpointSet;
import io.turnout.spi.RouteScheduler;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The endpoints of all cells, with a thread that applies how they change, and one that reads files.
 * Thread-safe.
 */
final class Fleet implements AutoCloseable {

  private static final Logger logger = LoggerFactory.getLogger(Fleet.class);

  private final Map<String, EndpointSet> cells = new LinkedHashMap<>();
  private final Map<String, FileState> files = new LinkedHashMap<>();
  private final Closers closers = new Closers();

  private Fleet(GatewayConfig config) {
    RouteScheduler scheduler = RouteScheduler.newThread("turnout-endpoints");
    closers.add(scheduler::close);
    RouteScheduler reader = RouteScheduler.newThread("turnout-endpoints-files");
    closers.add(reader::close);
    Duration interval = Duration.ofMillis(config.pollMillis());
    new TreeMap<>(config.cells())
        .forEach(
            (name, settings) -> {
              EndpointSet set = new EndpointSet(settings, surroundings(name, scheduler));
              cells.put(name, set);
              if (settings.members() instanceof CellSettings.Watched watched) {
                watch(name, set, watched, reader, interval);
              }
            });
  }

  /** Reads the files with endpoints that there are, and begins to watch them. */
  static Fleet open(GatewayConfig config) {
    return new Fleet(config);
  }

  private static EndpointSet.Surroundings surroundings(String name, RouteScheduler scheduler) {
    return new EndpointSet.Surroundings(
        scheduler,
        System::nanoTime,
        bound -> ThreadLocalRandom.current().nextInt(bound),
        line -> logger.info("endpoints of cell {}: {}", name, line));
  }

  private void watch(
      String name,
      EndpointSet set,
      CellSettings.Watched settings,
      RouteScheduler scheduler,
      Duration interval) {
    FileState state = new FileState("endpoints file of cell " + name, () -> {});
    files.put(name, state);
    WatchedFile.Builder builder =
        WatchedFile.builder(settings.file(), scheduler, content -> take(content, set, settings))
            .interval(interval)
            .maxBytes(EndpointsFile.MAX_BYTES)
            .listener(state);
    settings.lastKnownGood().ifPresent(builder::lastKnownGood);
    WatchedFile watched = builder.build();
    closers.add(watched::close);
    watched.start();
  }

  private static List<Problem> take(
      byte[] content, EndpointSet set, CellSettings.Watched settings) {
    EndpointsFile.Reading reading = EndpointsFile.read(content, settings);
    reading.endpoints().ifPresent(set::use);
    return reading.problems();
  }

  /** The endpoints of each cell by its name. */
  Map<String, EndpointSet> cells() {
    return cells;
  }

  /** How the endpoints of each cell are doing that is more than one place, as members of JSON. */
  String words() {
    return cells.entrySet().stream()
        .filter(cell -> !cell.getValue().settings().isPlain())
        .map(cell -> '"' + cell.getKey() + "\":" + cell.getValue().counts().json())
        .collect(Collectors.joining(","));
  }

  /** How the file with the endpoints of each cell is doing, in one word. */
  Map<String, String> fileWords() {
    Map<String, String> words = new LinkedHashMap<>();
    files.forEach((name, state) -> words.put(name, state.word()));
    return words;
  }

  @Override
  public void close() {
    closers.close();
  }
}
