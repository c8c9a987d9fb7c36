// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.cli.rehearse.Load;
import io.turnout.cli.rehearse.Rehearsal;
import io.turnout.cli.rehearse.Report;
import io.turnout.cli.rehearse.Scenario;
import io.turnout.cli.rehearse.Scenarios;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Rehearses an outage. */
@Command(
    name = "rehearse",
    header = "Rehearse an outage: what would users see, with these durations?",
    description = {
      "",
      "Plays requests and faults to the real resolver on virtual time, and reports what users would"
          + " see: requests to a wrong cell, how old answers are, what is not answered, what waits,"
          + " what the authority has to bear, and when all is well again. Nothing is sent.",
      "",
      "Scenarios that come with it: total-loss, authority-down-20m, redis-black-hole, throttled,"
          + " all-at-once. To make your own:",
      "  turnout rehearse --scenario throttled --print > mine.yaml",
      "  turnout rehearse --scenario mine.yaml --svg mine.svg",
      ""
    },
    sortOptions = false,
    footer = {
      "",
      "Exit codes: 0 it was rehearsed, whatever came of it; 2 the scenario, the trace or the call is"
          + " wrong."
    })
final class RehearseCommand implements Callable<Integer> {

  private static final String TIME = "10m or 1h30m";

  @ParentCommand private Main turnout;

  @Spec private CommandSpec spec;

  @Option(
      names = "--scenario",
      required = true,
      paramLabel = "NAME|FILE",
      completionCandidates = Names.class,
      description = "What goes wrong, by its name or in a file of your own.")
  private String scenario;

  @Option(names = "--print", description = "Print the scenario, and leave it at that.")
  private boolean print;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "The requests: a key a line, perhaps with the milliseconds since the first one after it."
              + " Without it they are made up.")
  private Optional<Path> trace;

  @Option(names = "--keys", paramLabel = "N", description = "How many keys are made up.")
  private Optional<Integer> keys;

  @Option(
      names = "--rate",
      paramLabel = "N/s",
      description = "Requests a second, or a minute: 90/m.")
  private Optional<String> rate;

  @Option(names = "--for", paramLabel = "TIME", description = "How long, such as 10m or 1h30m.")
  private Optional<String> length;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      description = "How long requests come before that, without being reported.")
  private Optional<String> warmUp;

  @Option(
      names = "--skew",
      paramLabel = "S",
      description = "The exponent of Zipf's law; 0: every key is asked for alike.")
  private Optional<String> skew;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Another seed, another course of chance.")
  private Optional<Long> seed;

  @Option(names = "--svg", paramLabel = "FILE", description = "Write a picture over time, too.")
  private Optional<Path> picture;

  @Option(
      names = "--format",
      defaultValue = "TEXT",
      paramLabel = "FORMAT",
      description = "text (the default) or json.")
  private TextOrJson format;

  @SuppressWarnings("NullAway.Init")
  RehearseCommand() {}

  /** The names to complete. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Scenarios.NAMES.iterator();
    }
  }

  @Override
  public Integer call() throws IOException {
    Terminal terminal = turnout.terminal();
    if (print) {
      terminal.out().print(Scenarios.text(scenario));
      terminal.out().flush();
      return ExitCode.OK;
    }
    Scenario found = Scenarios.find(scenario);
    Report report = Rehearsal.run(found, load(found.load()), trace);
    if (picture.isPresent()) {
      Files.writeString(picture.get(), report.svg());
    }
    terminal.out().print(format == TextOrJson.JSON ? report.json() + "\n" : report.text());
    terminal.out().flush();
    return ExitCode.OK;
  }

  private Load load(Load usual) {
    return new Load(
        keys.orElse(usual.keys()),
        rate.map(text -> given("--rate", text, "5000/s or 90/m", Load.rate(text)))
            .orElse(usual.perSecond()),
        length.map(text -> given("--for", text, TIME, Load.time(text))).orElse(usual.length()),
        warmUp.map(text -> given("--warm-up", text, TIME, Load.time(text))).orElse(usual.warmUp()),
        skew.map(text -> given("--skew", text, "0.99", Load.skew(text))).orElse(usual.skew()),
        seed.orElse(usual.seed()));
  }

  private <T> T given(String option, String text, String example, Optional<T> value) {
    return value.orElseThrow(
        () ->
            new ParameterException(
                spec.commandLine(),
                option + " cannot be \"" + text + "\"; it is written such as " + example));
  }
}
