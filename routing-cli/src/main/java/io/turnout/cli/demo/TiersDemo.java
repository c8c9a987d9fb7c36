// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.terminal.Ink;
import io.turnout.cli.terminal.Interrupts;
import io.turnout.cli.terminal.Terminal;
import io.turnout.rules.RuleSet;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The demo of two tiers: two edges, an authority's router and four cells as processes, and what
 * happens to requests while routes are learnt, forged, moved, and lost.
 */
public final class TiersDemo {

  private static final long PATIENCE_SECONDS = 120;
  private static final Duration SNAPSHOT_WRITTEN = Duration.ofMillis(2_500);

  private final Terminal terminal;
  private final Example example;
  private final int perSecond;
  private final TierTally tally = new TierTally();
  private final TierCourse course = new TierCourse();
  private final Arrivals arrivals = new Arrivals();
  private final TierView view;
  private long number;
  private boolean fine = true;

  /**
   * Makes a demo of an example.
   *
   * @param perSecond how many requests are sent a second, 1 or more
   * @param live whether a board is drawn over itself
   */
  public TiersDemo(Terminal terminal, Example example, int perSecond, boolean live) {
    this.terminal = terminal;
    this.example = example;
    this.perSecond = perSecond;
    view = new TierView(terminal, live, tally, course);
  }

  /**
   * Runs it.
   *
   * @return whether everything was as it should be
   * @throws IOException if files cannot be read or written, or a process cannot be started
   * @throws IllegalStateException if a process does not start
   */
  public boolean run(Interrupts interrupts) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("turnout-tiers");
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
    try {
      return run(interrupts, new TierFiles(folder), vertx);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private boolean run(Interrupts interrupts, TierFiles files, Vertx vertx)
      throws IOException, InterruptedException {
    List<Recorded> recording = example.recording();
    files.copy(example);
    TierMove move = new TierMove(files.routes());
    move.prepare();
    say("Starting four cells, an authority and two edges, each a process:");
    TierProcesses processes = new TierProcesses(files, tally::line);
    try (processes) {
      processes.start(line -> arrived(CellLine.of(line), move), name -> say(" " + name));
      say("\n");
      List<Integer> ports = TierProcesses.EDGES.stream().map(processes::port).toList();
      introduce(processes, ports, recording);
      TierClient client = new TierClient(vertx, ports, arrivals, course);
      Acts acts = new Acts(processes, client, files, recording, interrupts);
      acts.learn();
      acts.forge();
      acts.move(move);
      acts.lose();
      acts.recover();
      view.close();
    }
    fine &= ended(processes);
    boolean stopped = interrupts.requested().isDone();
    terminal.out().println(summary(stopped));
    return fine;
  }

  private void say(String text) {
    terminal.out().print(text);
    terminal.out().flush();
  }

  private void arrived(CellLine line, TierMove move) {
    if (TierMove.isOne(line.arrival())) {
      move.arrived(line);
      course.arrived(line.arrival());
    } else {
      arrivals.add(line.number(), line.arrival());
    }
  }

  private void introduce(TierProcesses processes, List<Integer> ports, List<Recorded> recording) {
    terminal
        .out()
        .println(
            "Edges on http://127.0.0.1:"
                + ports.get(0)
                + " and http://127.0.0.1:"
                + ports.get(1)
                + ", authority on http://127.0.0.1:"
                + processes.port(TierProcesses.AUTHORITY)
                + "\n"
                + Numbers.counted(recording.size(), "recorded request")
                + " by turns at both edges; each is checked where it arrives\n");
    terminal.out().flush();
  }

  private static boolean ended(TierProcesses processes) {
    return processes.count() == 0;
  }

  private String summary(boolean stopped) {
    String requests = Numbers.counted(course.done(), "request");
    if (!fine) {
      return terminal.paint(Ink.RED, "Not as it should be: ") + "see the lines marked FAIL.";
    }
    return terminal.paint(Ink.GREEN, stopped ? "Stopped; so far all held: " : "All held: ")
        + requests
        + "; no process is left.";
  }

  /** What is shown, one after the other. */
  private final class Acts {

    private final TierProcesses processes;
    private final TierClient client;
    private final TierFiles files;
    private final List<Recorded> recording;
    private final Interrupts interrupts;

    Acts(
        TierProcesses processes,
        TierClient client,
        TierFiles files,
        List<Recorded> recording,
        Interrupts interrupts) {
      this.processes = processes;
      this.client = client;
      this.files = files;
      this.recording = recording;
      this.interrupts = interrupts;
    }

    void learn() {
      act("edges that know nothing hand on and learn", what -> replay(what, recording));
      act(
          "what they have learnt they decide by themselves",
          what -> {
            long before = course.ways().of(TierCourse.HANDED_ON);
            long misses = tally.handedOn().of("miss");
            List<String> told = replay(what, recording);
            long handed = course.ways().of(TierCourse.HANDED_ON) - before;
            if (handed > recording.size() / 4) {
              course.wrong(handed + " of " + recording.size() + " still went by the authority");
            }
            told.add(
                Numbers.count(handed)
                    + " still went by the authority, "
                    + Numbers.count(tally.handedOn().of("miss") - misses)
                    + " of them for a key that was not held");
            return told;
          });
    }

    void forge() {
      act(
          "clients that speak as routers are not believed, and see nothing of routers",
          what -> {
            String version = RuleSet.load(files.rules()).version();
            List<Recorded> forged = Forged.of(recording, version);
            List<String> told = replay(what, forged);
            client.swapEdges();
            replay(what, forged);
            Sender straight = client.senderTo(processes.port(TierProcesses.AUTHORITY));
            List<Future<List<String>>> all = new ArrayList<>();
            for (Recorded one : forged) {
              all.add(client.play(straight, number++, one, "authority " + one.name()));
            }
            await(Future.join(all).toCompletionStage().toCompletableFuture(), what);
            client.swapEdges();
            told.add(
                Numbers.count(forged.size())
                    + " at each edge and straight at the authority, 6 fields in 6 spellings");
            return told;
          });
    }

    void move(TierMove move) {
      act(
          "a business moves while both edges are asked for it",
          what -> {
            List<Sender> senders =
                TierProcesses.EDGES.stream()
                    .map(edge -> client.senderTo(processes.port(edge)))
                    .toList();
            CompletableFuture<List<String>> told =
                CompletableFuture.supplyAsync(
                    () -> {
                      try {
                        return move.run(client.vertx(), senders, number, course);
                      } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                      }
                    });
            return new ArrayList<>(await(told, what));
          });
      number += 1_000_000;
    }

    void lose() {
      act(
          "an edge dies and starts from its snapshot while the authority is away",
          what -> {
            Thread.sleep(SNAPSHOT_WRITTEN.toMillis());
            processes.kill(TierProcesses.AUTHORITY);
            processes.kill(TierProcesses.EDGES.get(0));
            processes.restartEdge(TierProcesses.EDGES.get(0));
            client.expect(TierClient.Expectation.WITHOUT_AUTHORITY);
            tally.takeRecent();
            long away = tally.atEdges().of("handed on");
            replay(what, recording);
            client.expect(TierClient.Expectation.AS_RECORDED);
            return new ArrayList<>(
                List.of(
                    Numbers.count(client.direct())
                        + " requests that edges had decided before were routed all the same,",
                    "99 % decided within " + Numbers.time(tally.takeRecent().quantile(0.99)) + ';',
                    Numbers.count(tally.atEdges().of("handed on") - away)
                        + " others were refused with 503 authority-down"));
          });
    }

    void recover() {
      act(
          "the authority is back, and everything is as before",
          what -> {
            processes.startAuthority();
            awaitAuthority(what);
            client.swapEdges();
            return replay(what, recording);
          });
    }

    /** Waits until each edge hands on again. */
    private void awaitAuthority(String what) throws InterruptedException {
      Recorded handedOn =
          recording.stream()
              .filter(one -> one.expected().reason().filter("no-rule"::equals).isPresent())
              .findFirst()
              .orElseThrow();
      for (String edge : TierProcesses.EDGES) {
        Sender sender = client.senderTo(processes.port(edge));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (await(probe(sender, handedOn), what) == 503) {
          if (System.nanoTime() > end) {
            throw new IllegalStateException(edge + " does not hand on again");
          }
          Thread.sleep(view.interval().toMillis() / 5);
        }
      }
    }

    private CompletableFuture<Integer> probe(Sender sender, Recorded recorded) {
      return sender
          .send(Long.toString(number++), recorded, false)
          .map(Answer::status)
          .toCompletionStage()
          .toCompletableFuture();
    }

    /** One thing that is shown. */
    private interface Act {
      List<String> play(String what) throws Exception;
    }

    private void act(String what, Act act) {
      if (interrupts.requested().isDone()) {
        return;
      }
      view.begin(what);
      List<String> told = new ArrayList<>();
      try {
        told.addAll(act.play(what));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        course.wrong(String.valueOf(e.getMessage()));
      }
      arrivals.left().forEach(left -> course.wrong("request " + left + " arrived unexpectedly"));
      arrivals.left().forEach(arrivals::take);
      TierCourse.Findings wrong = course.takeWrong();
      fine &= wrong.count() == 0;
      view.end(what, told, wrong);
    }

    private List<String> replay(String what, List<Recorded> requests) {
      Replayer replayer = new Replayer(client, perSecond);
      CompletableFuture<Void> stopping = interrupts.requested().thenRun(replayer::stop);
      long begun = System.nanoTime();
      await(replayer.replay(requests, number), what);
      stopping.cancel(false);
      number += requests.size();
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      return new ArrayList<>(
          List.of(Numbers.counted(requests.size(), "request") + " in " + Numbers.seconds(took)));
    }

    /** Waits, and shows how things are meanwhile. */
    private <T> T await(CompletableFuture<T> stage, String what) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (true) {
        try {
          return stage.get(view.interval().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          if (System.nanoTime() > end) {
            throw new IllegalStateException("not over after " + PATIENCE_SECONDS + " s", e);
          }
          view.show(what);
        } catch (ExecutionException e) {
          throw new IllegalStateException(String.valueOf(e.getCause()), e);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("interrupted", e);
        }
      }
    }
  }
}
