// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks.soak;

import io.turnout.cli.Main;
import io.turnout.cli.processes.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Cells and a gateway in front of them, each a process. */
final class Platform implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(60);
  private static final Pattern READY = Pattern.compile("^ready (.*)");
  private static final Pattern LISTENING = Pattern.compile("listening on http://127.0.0.1:(\\d+)");

  /** A fixed heap whose pages have been touched: what then grows is not heap. */
  private static final List<String> GATEWAY_OPTIONS =
      List.of("-Xms192m", "-Xmx192m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC");

  private static final List<String> CELL_OPTIONS =
      List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final List<Child> children = new ArrayList<>();
  private final List<Child> gateways = new ArrayList<>();
  private int port;

  private Platform() {}

  /**
   * Starts everything.
   *
   * @param folder where the files of the gateway are written
   * @throws IllegalStateException if something does not start; nothing is left running
   */
  static Platform start(Path folder, Keys keys) throws IOException, InterruptedException {
    Platform platform = new Platform();
    try {
      platform.open(folder, keys);
      return platform;
    } catch (IOException | InterruptedException | RuntimeException e) {
      platform.close();
      throw e;
    }
  }

  private void open(Path folder, Keys keys) throws IOException, InterruptedException {
    Child cells = started(new Child.Call("cells", CELL_OPTIONS, SoakCells.class, Keys.CELLS));
    String[] ports = cells.await(READY, START).group(1).split(" ", -1);
    Files.writeString(folder.resolve("rules.yaml"), Keys.RULES);
    Files.writeString(folder.resolve("routes.yaml"), keys.routes());
    Path config = Files.writeString(folder.resolve("gateway.yaml"), configuration(ports, keys));
    Child gateway =
        started(
            new Child.Call(
                "gateway",
                GATEWAY_OPTIONS,
                Main.class,
                List.of("serve", "--end-with-input", config.toString())));
    gateways.add(gateway);
    port = Integer.parseInt(gateway.await(LISTENING, START).group(1));
  }

  private Child started(Child.Call call) throws IOException {
    Child child = Child.start(call, line -> {});
    children.add(child);
    return child;
  }

  /** One that forgets keys, and connections that are not used, within the time of a short run. */
  private static String configuration(String[] ports, Keys keys) {
    StringBuilder text = new StringBuilder();
    text.append("turnout-gateway: 1\nlisten: { host: 127.0.0.1, port: 0 }\n");
    text.append("rules: rules.yaml\nauthority: { file: routes.yaml }\n");
    text.append("access-log: { file: access.log }\n");
    text.append("timeouts: { cell-keep-alive: 3s }\n");
    text.append("resolver: { near-cache: ").append(keys.count() / 4).append(" }\ncells:\n");
    for (String cell : ports) {
      String[] parts = cell.split("=", -1);
      text.append("  ").append(parts[0]).append(": http://127.0.0.1:").append(parts[1]);
      text.append('\n');
    }
    return text.toString();
  }

  /** Where requests go in. */
  int port() {
    return port;
  }

  /** The gateways. */
  List<Child> gateways() {
    return gateways;
  }

  @Override
  public void close() {
    for (int i = children.size() - 1; i >= 0; i--) {
      children.get(i).close();
    }
  }
}
