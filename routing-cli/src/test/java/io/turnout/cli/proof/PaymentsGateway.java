// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.proof;

import io.turnout.gateway.Gateway;
import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.AccessLogSettings.Target;
import io.turnout.gateway.config.AccessLogSettings.To;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.ResolverSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A gateway with the rules of the payments example, its four cells, and clients. */
final class PaymentsGateway implements AutoCloseable {

  static final Path EXAMPLE = Path.of("").toAbsolutePath().resolveSibling("examples/payments");

  private static final List<String> CELLS = List.of("us-1", "us-2", "eu-1", "ap-1");

  private final Path accessLog;
  private final LoggingCells cells;
  private final Gateway gateway;
  private final Load load;

  /**
   * Starts it.
   *
   * @param tableTimeout how long a call of the table may take
   * @param lookupTimeout how long a look-up may take
   * @param folder where its access log goes
   */
  PaymentsGateway(PaymentsTable table, Duration tableTimeout, Duration lookupTimeout, Path folder) {
    accessLog = folder.resolve("access-" + UUID.randomUUID() + ".log");
    cells = LoggingCells.start(CELLS);
    GatewayConfig.Builder config =
        GatewayConfig.builder(EXAMPLE.resolve("rules.yaml"), table.settings(tableTimeout))
            .listen(new Address("127.0.0.1", 0))
            .resolver(ResolverSettings.DEFAULT.withAuthorityTimeout(lookupTimeout))
            .accessLog(
                new AccessLogSettings(To.FILE, Optional.of(accessLog), Target.FULL, true, false));
    cells.ports().forEach((name, port) -> config.cell(name, new Origin("127.0.0.1", port)));
    gateway = Waits.answer(Gateway.start(config.build()));
    load = new Load(gateway.port());
  }

  Load load() {
    return load;
  }

  LoggingCells cells() {
    return cells;
  }

  /** What the access log holds, which lags a little. */
  List<LogLine> accessLog() {
    return LogLine.readAll(accessLog);
  }

  /** Ends clients and gateway, after which the access log is whole. */
  void stop() {
    load.stop();
    Waits.answer(gateway.stop());
  }

  @Override
  public void close() {
    stop();
    cells.close();
  }
}
