// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.Main;
import io.turnout.cli.processes.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Four cells, an authority's router and two edges, each a process on loopback. For one thread. */
final class TierProcesses implements AutoCloseable {

  /** The names of the edges. */
  static final List<String> EDGES = List.of("edge-1", "edge-2");

  /** The name of the authority's router. */
  static final String AUTHORITY = "authority";

  private static final Duration START = Duration.ofSeconds(60);
  private static final Pattern READY = Pattern.compile("^ready ([0-9]+)");
  private static final Pattern LISTENING =
      Pattern.compile("listening on https?://127\\.0\\.0\\.1:([0-9]+)");
  private static final Pattern LOOKUPS =
      Pattern.compile("look-ups of other routers on https?://127\\.0\\.0\\.1:([0-9]+)");
  private static final List<String> OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx256m",
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

  private final TierFiles files;
  private final BiConsumer<String, String> logs;
  private final Map<String, Child> running = new LinkedHashMap<>();
  private final Map<String, Integer> cellPorts = new TreeMap<>();
  private final Map<String, Integer> ports = new TreeMap<>();
  private int lookupPort;

  /**
   * Nothing runs yet.
   *
   * @param logs hears each line of a gateway's access log, with the gateway's name
   */
  TierProcesses(TierFiles files, BiConsumer<String, String> logs) {
    this.files = files;
    this.logs = logs;
  }

  /**
   * Starts everything; closing ends what was started, also after a failure.
   *
   * @param arrivals hears each line of a cell
   * @param ready hears the name of each process that is
   * @throws IllegalStateException if something does not start; the message has what it said
   */
  void start(Consumer<String> arrivals, Consumer<String> ready)
      throws IOException, InterruptedException {
    for (String cell : Platform.CELLS) {
      started(new Child.Call(cell, OPTIONS, CellProcess.class, List.of(cell)), arrivals);
    }
    for (String cell : Platform.CELLS) {
      cellPorts.put(cell, port(cell, READY));
      ready.accept(cell);
    }
    startAuthority();
    ready.accept(AUTHORITY);
    for (String edge : EDGES) {
      startEdge(edge);
    }
    for (String edge : EDGES) {
      ports.put(edge, port(edge, LISTENING));
      ready.accept(edge);
    }
  }

  private void started(Child.Call call, Consumer<String> output) throws IOException {
    running.put(call.name(), Child.start(call, output));
  }

  private int port(String name, Pattern said) throws InterruptedException {
    return Integer.parseInt(process(name).await(said, START).group(1));
  }

  private Child process(String name) {
    Child child = running.get(name);
    if (child == null) {
      throw new IllegalStateException(name + " does not run");
    }
    return child;
  }

  private void serve(String name, Path config) throws IOException {
    List<String> arguments = List.of("serve", "--end-with-input", config.toString());
    started(new Child.Call(name, OPTIONS, Main.class, arguments), line -> logs.accept(name, line));
  }

  /** Starts the authority's router, where it was before if it was. */
  void startAuthority() throws IOException, InterruptedException {
    int port = ports.getOrDefault(AUTHORITY, 0);
    serve(AUTHORITY, files.authority(cellPorts, port, lookupPort));
    ports.put(AUTHORITY, port(AUTHORITY, LISTENING));
    lookupPort = port(AUTHORITY, LOOKUPS);
  }

  private void startEdge(String name) throws IOException {
    TierFiles.Behind behind = new TierFiles.Behind(port(AUTHORITY), lookupPort);
    serve(name, files.edge(name, cellPorts, ports.getOrDefault(name, 0), behind));
  }

  /** Starts an edge again, where it was before. */
  void restartEdge(String name) throws IOException, InterruptedException {
    startEdge(name);
    port(name, LISTENING);
  }

  /** Ends a process without a warning. */
  void kill(String name) {
    process(name).kill();
    running.remove(name);
  }

  /** Where a gateway takes requests. */
  int port(String name) {
    return ports.getOrDefault(name, 0);
  }

  /** How many processes run. */
  int count() {
    return (int) running.values().stream().filter(Child::isAlive).count();
  }

  @Override
  public void close() {
    running.values().forEach(Child::endInput);
    running.values().forEach(Child::close);
  }
}
