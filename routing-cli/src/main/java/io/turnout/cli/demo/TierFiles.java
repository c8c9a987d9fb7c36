// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The files of gateways in two tiers, in a folder of their own.
 *
 * @param folder the folder
 */
record TierFiles(Path folder) {

  /** Where edges come from when they hand requests on; clients come from elsewhere. */
  static final String EDGES_ADDRESS = "127.0.0.1";

  private static final String EDGES =
      "\nedges:\n  - { name: demo-edges, router: true, cidr: [ %s/32 ] }\n";

  /** A request line may be as long as the example's longest. */
  private static final String COMMON =
      """
      turnout-gateway: 1
      tier: %s
      listen: { host: 127.0.0.1, port: %d }
      rules: rules.yaml
      access-log: { to: stdout, target: none, log-keys: true }
      limits: { request-line: 64KiB }
      timeouts: { shutdown: 2s }
      threads: 1
      poll: 100ms
      """;

  private static final String AUTHORITY =
      """
      authority: { file: routes.yaml }
      resolver: { authority-timeout: 2s }
      lookups: { host: 127.0.0.1, port: %d }
      """;

  private static final String EDGE =
      """
      authority: { http: { url: "http://127.0.0.1:%d", timeout: 2s } }
      authority-tier: { origins: [ "http://127.0.0.1:%d" ], health: { interval: 500ms, timeout: 10s } }
      resolver: { authority-timeout: 2s, snapshot: { file: %s.snapshot, every: 1s } }
      """;

  /** Copies an example's rules, to which both tiers add who an edge is, and its routes. */
  void copy(Example example) throws IOException {
    String rules = Files.readString(example.rules());
    Files.writeString(folder.resolve("rules.yaml"), rules + EDGES.formatted(EDGES_ADDRESS));
    String routes = Files.readString(example.routes());
    Files.writeString(routes(), routes.replace("fresh-for: 5m", "fresh-for: 4s"));
  }

  Path rules() {
    return folder.resolve("rules.yaml");
  }

  /** The authority's source of truth. */
  Path routes() {
    return folder.resolve("routes.yaml");
  }

  /** Writes how the authority's router runs. */
  Path authority(Map<String, Integer> cells, int port, int lookups) throws IOException {
    String text = COMMON.formatted("authority", port) + AUTHORITY.formatted(lookups);
    return Files.writeString(folder.resolve("authority.yaml"), text + origins(cells));
  }

  /**
   * Writes how an edge runs.
   *
   * @param port where it listens; 0 for any free one
   */
  Path edge(String name, Map<String, Integer> cells, int port, Behind behind) throws IOException {
    String text =
        COMMON.formatted("edge", port) + EDGE.formatted(behind.lookups(), behind.port(), name);
    return Files.writeString(folder.resolve(name + ".yaml"), text + origins(cells));
  }

  /** Where the authority's router is reached. */
  record Behind(int port, int lookups) {}

  private static String origins(Map<String, Integer> cells) {
    StringBuilder text = new StringBuilder("cells:\n");
    cells.forEach(
        (name, port) ->
            text.append("  ").append(name).append(": http://127.0.0.1:").append(port).append('\n'));
    return text.toString();
  }
}
