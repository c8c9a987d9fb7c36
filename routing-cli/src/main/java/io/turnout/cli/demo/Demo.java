// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.terminal.Interrupts;
import io.turnout.cli.terminal.Terminal;
import io.turnout.gateway.config.AuthoritySettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The demo: starts cells, a gateway and a client, replays the recording, and checks that each
 * request arrives where it should, unchanged.
 */
public final class Demo {

  private final Terminal terminal;
  private final Example example;
  private final DemoRoutes routes;
  private final Options options;

  /** What happens after one time through the recording. */
  public enum After {
    /** The demo ends. */
    END,
    /** The gateway goes on until a person ends it. */
    KEEP_SERVING,
    /** The recording is replayed again until a person ends it. */
    REPLAY
  }

  /**
   * How it runs.
   *
   * @param perSecond how many requests are sent a second, 1 or more
   * @param after what happens after one time through the recording
   * @param live whether a board is drawn over itself; otherwise a line every few seconds
   */
  public record Options(int perSecond, After after, boolean live) {}

  /** Makes a demo of an example. */
  public Demo(Terminal terminal, Example example, DemoRoutes routes, Options options) {
    this.terminal = terminal;
    this.example = example;
    this.routes = routes;
    this.options = options;
  }

  /**
   * Runs it.
   *
   * @return whether every request was found where it was expected
   * @throws IOException if the recording or the routes cannot be read
   * @throws IllegalStateException if cells, gateway or the server of a table cannot be started
   */
  public boolean run(Interrupts interrupts) throws IOException {
    if (routes instanceof DemoRoutes.InTable where) {
      try (FilledTable table = FilledTable.open(where, example.routes(), terminal)) {
        return run(interrupts, table.settings());
      }
    }
    return run(interrupts, example.routeFile());
  }

  private boolean run(Interrupts interrupts, AuthoritySettings authority) throws IOException {
    List<Recorded> recording = example.recording();
    Tally tally = new Tally();
    terminal.out().println("Starting four cells and a gateway...");
    try (Platform platform = Platform.start(example, authority, tally)) {
      terminal.out().println(introduction(platform, recording));
      Optional<Rollout> rollout = rollout(platform);
      try {
        boolean fine = replayed(new Running(platform, recording, tally, rollout), interrupts);
        if (options.after() == After.KEEP_SERVING && !interrupts.requested().isDone()) {
          Summary.printExamples(terminal, CurlLine.examples(recording, platform.port()), example);
          terminal.out().println("Enter or Ctrl-C ends it.");
          interrupts.listenToEnter(terminal.in());
          interrupts.requested().join();
        }
        return fine;
      } finally {
        rollout.ifPresent(Rollout::close);
      }
    }
  }

  /** What runs. */
  private record Running(
      Platform platform, List<Recorded> recording, Tally tally, Optional<Rollout> rollout) {}

  private Optional<Rollout> rollout(Platform platform) throws IOException {
    return RolloutSite.isIn(example)
        ? Optional.of(
            Rollout.start(platform.vertx(), example, options.perSecond() == Replayer.FULL_SPEED))
        : Optional.empty();
  }

  private boolean replayed(Running running, Interrupts interrupts) {
    Progress last = replay(running, interrupts);
    Summary.print(terminal, last);
    boolean fine = last.tally().different() == 0;
    if (running.rollout().isPresent()) {
      Rollout rollout = running.rollout().get();
      fine &= rollout.tally().isFine();
      Summary.print(terminal, rollout.tally());
    }
    return fine;
  }

  private String introduction(Platform platform, List<Recorded> recording) {
    String rate =
        options.perSecond() == Replayer.FULL_SPEED
            ? "full speed"
            : Numbers.count(options.perSecond()) + " a second";
    return "Gateway on http://127.0.0.1:"
        + platform.port()
        + ", rules from "
        + example.rules()
        + "\nReplaying "
        + Numbers.counted(recording.size(), "recorded request")
        + " at "
        + rate
        + "; each is checked on arrival\n";
  }

  private Progress replay(Running running, Interrupts interrupts) {
    View view = options.live() ? new LiveView(terminal) : new PlainView(terminal);
    Replayer replayer = new Replayer(running.platform(), options.perSecond());
    CompletableFuture<Void> site =
        running.rollout().map(Rollout::over).orElse(CompletableFuture.completedFuture(null));
    CompletableFuture<Void> stopping =
        interrupts
            .requested()
            .thenRun(
                () -> {
                  replayer.stop();
                  running.rollout().ifPresent(Rollout::stop);
                });
    long started = System.nanoTime();
    int pass = 1;
    Progress now = progress(pass, running, started);
    try {
      view.show(now);
      while (true) {
        long first = (pass - 1L) * running.recording().size();
        CompletableFuture<Void> over =
            CompletableFuture.allOf(replayer.replay(running.recording(), first), site);
        while (!isDone(over, view.interval())) {
          now = progress(pass, running, started);
          view.show(now);
        }
        now = progress(pass, running, started);
        if (options.after() != After.REPLAY || stopping.isDone()) {
          return now;
        }
        pass++;
      }
    } finally {
      view.end(now);
      terminal.out().println();
    }
  }

  private static Progress progress(int pass, Running running, long started) {
    return new Progress(
        pass,
        running.recording().size(),
        Duration.ofNanos(System.nanoTime() - started),
        running.tally(),
        running.rollout().map(Rollout::tally));
  }

  private static boolean isDone(CompletableFuture<Void> stage, Duration within) {
    try {
      stage.get(within.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }
}
