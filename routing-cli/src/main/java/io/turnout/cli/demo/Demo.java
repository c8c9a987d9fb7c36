// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.terminal.Interrupts;
import io.turnout.cli.terminal.Terminal;
import io.turnout.gateway.config.AuthoritySettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
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
      Progress last = replay(platform, recording, tally, interrupts);
      boolean fine = tally.different() == 0;
      Summary.print(terminal, last);
      if (options.after() == After.KEEP_SERVING && !interrupts.requested().isDone()) {
        Summary.printExamples(terminal, CurlLine.examples(recording, platform.port()), example);
        terminal.out().println("Enter or Ctrl-C ends it.");
        interrupts.listenToEnter(terminal.in());
        interrupts.requested().join();
      }
      return fine;
    }
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

  private Progress replay(
      Platform platform, List<Recorded> recording, Tally tally, Interrupts interrupts) {
    View view = options.live() ? new LiveView(terminal) : new PlainView(terminal);
    Replayer replayer = new Replayer(platform, options.perSecond());
    CompletableFuture<Void> stopping = interrupts.requested().thenRun(replayer::stop);
    long started = System.nanoTime();
    int pass = 1;
    Progress now = progress(pass, recording, started, tally);
    try {
      view.show(now);
      while (true) {
        CompletableFuture<Void> over = replayer.replay(recording, (pass - 1L) * recording.size());
        while (!isDone(over, view.interval())) {
          now = progress(pass, recording, started, tally);
          view.show(now);
        }
        now = progress(pass, recording, started, tally);
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

  private static Progress progress(int pass, List<Recorded> recording, long started, Tally tally) {
    Duration elapsed = Duration.ofNanos(System.nanoTime() - started);
    return new Progress(pass, recording.size(), elapsed, tally);
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
