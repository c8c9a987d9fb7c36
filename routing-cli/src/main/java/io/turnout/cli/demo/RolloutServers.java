// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.gateway.config.CellSettings;
import io.turnout.gateway.config.LabelledOrigin;
import io.turnout.gateway.config.Origin;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Small servers on loopback, one for each version of the site, which answer what they are. */
final class RolloutServers {

  /** The field in which a server says its version. */
  static final String VERSION_FIELD = "Version";

  /** The version of each stage that has one. */
  static final Map<String, String> VERSIONS = Map.of("canary", "8f2", "prod", "8e9", "old", "8d4");

  private final List<LabelledOrigin> endpoints = new ArrayList<>();

  private RolloutServers() {}

  static Future<RolloutServers> start(Vertx vertx) {
    RolloutServers servers = new RolloutServers();
    Future<Void> all = Future.succeededFuture();
    for (String version : VERSIONS.values().stream().sorted().toList()) {
      all = all.compose(before -> servers.start(vertx, version));
    }
    return all.map(servers);
  }

  private Future<Void> start(Vertx vertx, String version) {
    return vertx
        .createHttpServer()
        .requestHandler(
            request ->
                request.response().putHeader(VERSION_FIELD, version).end("version " + version))
        .listen(0, "127.0.0.1")
        .map(
            (HttpServer server) -> {
              endpoints.add(
                  new LabelledOrigin(
                      new Origin("127.0.0.1", server.actualPort()), Map.of("version", version)));
              return null;
            });
  }

  /** A cell in which every version runs. */
  CellSettings cell() {
    return CellSettings.of(new CellSettings.Listed(endpoints))
        .otherwise(CellSettings.NoMatch.REJECT);
  }
}
