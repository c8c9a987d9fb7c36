// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntPredicate;

/**
 * The wish of a person or a supervisor that a command ends: Ctrl-C, SIGTERM or, where it is
 * listened to, the Enter key or the end of the input. Thread-safe.
 *
 * <p>The command hears of the wish and then has time to end by itself, and the process ends with
 * the command's own exit code.
 */
public final class Interrupts {

  private final CompletableFuture<Void> requested = new CompletableFuture<>();
  private final CompletableFuture<Integer> finished = new CompletableFuture<>();

  /** Interrupts that come from nowhere but {@link #request}. */
  public Interrupts() {}

  /**
   * Interrupts of this process.
   *
   * @param graceSeconds how long the command may take to end once it was asked to
   */
  public static Interrupts ofProcess(long graceSeconds) {
    Interrupts interrupts = new Interrupts();
    Thread hook = new Thread(() -> interrupts.end(graceSeconds), "turnout-interrupt");
    Runtime.getRuntime().addShutdownHook(hook);
    return interrupts;
  }

  private void end(long graceSeconds) {
    requested.complete(null);
    try {
      int exitCode = finished.get(graceSeconds, TimeUnit.SECONDS);
      Runtime.getRuntime().halt(exitCode);
    } catch (TimeoutException | ExecutionException e) {
      // The process ends with the signal's own code.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Also hears the Enter key, or the end of the input. */
  public void listenToEnter(InputStream in) {
    listen(in, read -> read < 0 || read == '\n');
  }

  /** Also hears the end of the input. */
  public void listenToEnd(InputStream in) {
    listen(in, read -> read < 0);
  }

  private void listen(InputStream in, IntPredicate isWish) {
    Thread listening =
        new Thread(
            () -> {
              try {
                while (!isWish.test(in.read())) {
                  // Nothing was meant.
                }
              } catch (IOException e) {
                return;
              }
              requested.complete(null);
            },
            "turnout-input");
    listening.setDaemon(true);
    listening.start();
  }

  /** Asks the command to end. */
  public void request() {
    requested.complete(null);
  }

  /** Completes when the command is asked to end. */
  public CompletableFuture<Void> requested() {
    return requested.copy();
  }

  /** Says that the command has ended. */
  public void finished(int exitCode) {
    finished.complete(exitCode);
  }
}
