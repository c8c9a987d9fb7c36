// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.cli.demo.Demo;
import io.turnout.cli.demo.DemoRoutes;
import io.turnout.cli.demo.Example;
import io.turnout.cli.demo.TiersDemo;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.cli.terminal.Interrupts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Shows the whole thing on one machine. */
@Command(
    name = "demo",
    header = "Show the whole thing on this machine: cells, gateway, traffic.",
    description = {
      "",
      "Starts four small cells and a gateway on free ports of 127.0.0.1, replays the recorded"
          + " traffic of an invented payments platform through its rules, and checks of every"
          + " request that it arrives at the cell that is expected, unchanged, or is rejected as"
          + " expected. Beside it, a version of the platform's web site is rolled out: users must"
          + " keep their stages while the weights change.",
      "",
      "On a terminal the gateway goes on afterwards, so that you can try it, until Enter or"
          + " Ctrl-C. In a pipe, or with --once, the demo ends by itself.",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "Exit codes: 0 everything went as expected; 1 something did not; 2 the demo could not run."
    })
final class DemoCommand implements Callable<Integer> {

  private static final long GRACE_SECONDS = 20;
  private static final int MAX_PER_SECOND = 1_000_000;

  @ParentCommand private Main turnout;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "400",
      description = "Send N requests a second (the default is 400); 0: as fast as it goes.")
  private int rate;

  @Option(
      names = "--tiers",
      description =
          "Show two edges, an authority and the cells as processes of their own, what they teach"
              + " each other, a move under load and an outage.")
  private boolean tiers;

  @Option(names = "--once", description = "End after one time through the recording.")
  private boolean once;

  @Option(names = "--loop", description = "Replay again and again, until Ctrl-C.")
  private boolean loop;

  @Option(names = "--plain", description = "Print a line now and then in place of a live board.")
  private boolean plain;

  @Option(
      names = "--example",
      paramLabel = "DIR",
      description = "A folder with rules.yaml, routes.yaml and recording.jsonl.")
  private Optional<Path> folder;

  @Option(
      names = "--authority",
      paramLabel = "KIND",
      defaultValue = "file",
      description =
          "Where the gateway looks routes up: file (the default), or dynamodb, a table that is"
              + " filled from the file first.")
  private Authority authority;

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description =
          "A server for the table that speaks DynamoDB's protocol and takes any credentials; else"
              + " the demo starts the checkout's test server.")
  private Optional<URI> endpoint;

  /** Where routes are looked up. */
  private enum Authority {
    /** In the example's route file. */
    FILE,
    /** In a table. */
    DYNAMODB
  }

  @SuppressWarnings("NullAway.Init")
  DemoCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (rate < 0 || rate > MAX_PER_SECOND) {
      throw new ParameterException(
          spec.commandLine(), "--rate " + rate + " must lie in 0 to " + MAX_PER_SECOND);
    }
    if (once && loop) {
      throw new ParameterException(spec.commandLine(), "--once and --loop exclude each other");
    }
    boolean interactive = turnout.terminal().interactive();
    Demo.Options options =
        new Demo.Options(rate == 0 ? MAX_PER_SECOND : rate, after(), interactive && !plain);
    Showing showing = tiers ? ofTiers(options) : ofOneGateway(options);
    Interrupts interrupts = turnout.interrupts(GRACE_SECONDS);
    int exitCode = ExitCode.WRONG;
    try {
      exitCode = showing.run(interrupts) ? ExitCode.OK : ExitCode.NO;
      return exitCode;
    } finally {
      interrupts.finished(exitCode);
    }
  }

  /** What is shown. */
  private interface Showing {
    boolean run(Interrupts interrupts) throws IOException, InterruptedException;
  }

  private Showing ofOneGateway(Demo.Options options) {
    DemoRoutes routes = routes();
    return new Demo(turnout.terminal(), new Example(example()), routes, options)::run;
  }

  private Showing ofTiers(Demo.Options options) {
    if (loop || authority != Authority.FILE || endpoint.isPresent() || folder.isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "--tiers goes with --rate, --once and --plain, and with nothing else");
    }
    return new TiersDemo(
            turnout.terminal(), new Example(example()), options.perSecond(), options.live())
        ::run;
  }

  private Demo.After after() {
    if (loop) {
      return Demo.After.REPLAY;
    }
    boolean stays = turnout.terminal().interactive() && !once;
    return stays ? Demo.After.KEEP_SERVING : Demo.After.END;
  }

  private DemoRoutes routes() {
    if (authority == Authority.DYNAMODB) {
      endpoint.ifPresent(this::requireWhole);
      return new DemoRoutes.InTable(endpoint, home());
    }
    if (endpoint.isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "--endpoint belongs to --authority dynamodb");
    }
    return new DemoRoutes.InFile();
  }

  private void requireWhole(URI server) {
    if (server.getScheme() == null || server.getHost() == null) {
      throw new ParameterException(
          spec.commandLine(),
          "--endpoint cannot be \"" + server + "\"; it is written http://localhost:8000");
    }
  }

  /** The checkout that the {@code turnout} script belongs to. */
  private static Path home() {
    return Path.of(System.getProperty("turnout.home", "")).toAbsolutePath();
  }

  /** The named folder, or that of the checkout that the {@code turnout} script belongs to. */
  private Path example() {
    Path here = Path.of("").toAbsolutePath();
    Path usual = home().resolve("examples").resolve("payments");
    return folder.orElse(usual.startsWith(here) ? here.relativize(usual) : usual);
  }
}
