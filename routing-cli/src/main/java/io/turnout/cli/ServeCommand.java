// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.cli.terminal.ExitCode;
import io.turnout.cli.terminal.Interrupts;
import io.turnout.gateway.Gateway;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.InvalidGatewayConfigException;
import io.turnout.gateway.config.Origin;
import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.Keys;
import io.turnout.rules.RuleSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Runs a gateway. */
@Command(
    name = "serve",
    header = "Run a gateway by its configuration file.",
    description = {
      "",
      "Prints where it listens, and serves until Ctrl-C or SIGTERM. Then it takes no more"
          + " connections, lets the requests in flight end (timeouts.shutdown says how long), and"
          + " ends. What it has to say goes to the standard error; the standard output is the"
          + " access log's.",
      ""
    },
    footer = {
      "",
      "A configuration file:",
      "  turnout-gateway: 1",
      "  listen: { host: 127.0.0.1, port: 8080 }",
      "  rules: rules.yaml",
      "  authority: { file: routes.yaml }",
      "  cells:",
      "    us-1: http://10.0.0.1:8080",
      "    eu-1: http://10.0.1.1:8080",
      "",
      "Exit codes: 0 it was told to end, and did; 2 it could not start: every mistake in its"
          + " files is printed with line and column."
    })
final class ServeCommand implements Callable<Integer> {

  private static final long GRACE_SECONDS = 5;

  @ParentCommand private Main turnout;

  @Parameters(paramLabel = "CONFIG", description = "The gateway's configuration file.")
  private Path file;

  @Option(
      names = "--end-with-input",
      description =
          "Also end when the standard input ends, as it does with the program that started this.")
  private boolean endWithInput;

  @SuppressWarnings("NullAway.Init")
  ServeCommand() {}

  @Override
  public Integer call() throws IOException {
    PrintWriter err = turnout.terminal().err();
    GatewayConfig config;
    try {
      config = GatewayConfig.load(file);
    } catch (InvalidGatewayConfigException e) {
      err.println("turnout: " + e.getMessage());
      return ExitCode.WRONG;
    }
    if (config.lastKnownGoodRules().isEmpty() && !usable(config, err)) {
      return ExitCode.WRONG;
    }
    config.warnings().forEach(one -> err.println("turnout: warning: " + file + ":" + one.text()));
    long shutdownSeconds = config.timeouts().shutdown().toSeconds();
    Interrupts interrupts = turnout.interrupts(shutdownSeconds + GRACE_SECONDS);
    if (endWithInput) {
      interrupts.listenToEnd(turnout.terminal().in());
    }
    int exitCode = ExitCode.WRONG;
    try {
      Gateway gateway = start(config);
      announce(err, config, gateway);
      interrupts.requested().join();
      err.println("turnout: stopping; requests in flight have " + shutdownSeconds + " s to end");
      gateway.stop().toCompletableFuture().join();
      err.println("turnout: stopped");
      exitCode = ExitCode.OK;
      return exitCode;
    } finally {
      interrupts.finished(exitCode);
    }
  }

  /** Whether a rule file can be used; what is wrong with it is printed. */
  private static boolean usable(GatewayConfig config, PrintWriter err) {
    String[] absent = config.tier().keysAbsent().toArray(String[]::new);
    try {
      RuleSet.load(config.rules(), Keys.ofProcess().without(absent));
      return true;
    } catch (InvalidRulesException e) {
      err.println("turnout: " + e.getMessage());
      return false;
    }
  }

  private static Gateway start(GatewayConfig config) throws IOException {
    try {
      return Gateway.start(config).toCompletableFuture().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof BindException taken) {
        throw new IOException(
            "cannot listen on "
                + shown(config.listen(), config.listen().port())
                + ": "
                + taken.getMessage(),
            e);
      }
      throw e;
    }
  }

  private static void announce(PrintWriter err, GatewayConfig config, Gateway gateway) {
    String cells = config.cells().size() == 1 ? " cell" : " cells";
    err.println(
        "turnout: listening on "
            + shown(config.listen(), gateway.port())
            + ", for "
            + config.cells().size()
            + cells
            + config
                .tier()
                .authorityTier()
                .map(behind -> ", handing on to " + origins(behind.origins()))
                .orElse(""));
    gateway
        .healthPort()
        .ifPresent(
            port ->
                err.println(
                    "turnout: health on "
                        + shown(config.health().address().orElseThrow(), port)
                        + config.health().path()));
    gateway
        .lookupPort()
        .ifPresent(
            port ->
                err.println(
                    "turnout: look-ups of other routers on "
                        + shown(config.lookups().orElseThrow().address(), port)));
    gateway
        .decisionPort()
        .ifPresent(
            port ->
                err.println(
                    "turnout: decisions for other proxies on "
                        + shown(config.decisions().orElseThrow().address(), port)));
  }

  private static String origins(List<Origin> origins) {
    return origins.stream().map(Origin::toString).collect(Collectors.joining(", "));
  }

  private static String shown(Address address, int port) {
    String host = address.host().indexOf(':') < 0 ? address.host() : "[" + address.host() + "]";
    return "http://" + host + ":" + port;
  }
}
