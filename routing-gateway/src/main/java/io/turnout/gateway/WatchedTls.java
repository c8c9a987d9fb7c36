// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.document.CompanionFiles;
import io.turnout.document.Position;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import io.turnout.document.WatchedFile;
import io.turnout.gateway.config.TlsFiles;
import io.turnout.spi.RouteScheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * What TLS needs of files, read again when they change: of files that cannot be used, or do not
 * belong together, nothing is taken, and what was in use stays. Thread-safe.
 *
 * @param <T> what is made of the files
 */
final class WatchedTls<T> implements AutoCloseable {

  private final CompanionFiles companions = new CompanionFiles();
  private final TlsFiles files = new TlsFiles(companions);
  private final Making<T> making;
  private final List<Consumer<T>> users = new CopyOnWriteArrayList<>();
  private volatile T inUse;
  private final WatchedFile watched;

  /** Makes something of files. */
  @FunctionalInterface
  interface Making<T> {

    /**
     * Makes it.
     *
     * @throws IOException if the files cannot be used; the message says which and why
     */
    T of(TlsFiles files) throws IOException;
  }

  /** What files are called in the log, and who looks at them how often. */
  record Watching(String what, RouteScheduler scheduler, Duration interval) {}

  /**
   * Reads the files and begins to watch them.
   *
   * @param first one of the files
   * @throws UncheckedIOException if they cannot be used
   */
  WatchedTls(Path first, Making<T> making, Watching watching) {
    this.making = making;
    try {
      inUse = making.of(files);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the " + watching.what() + " cannot be used: " + e.getMessage(), e);
    }
    watched =
        WatchedFile.builder(first, watching.scheduler(), content -> changed())
            .interval(watching.interval())
            .maxBytes(TlsFiles.MAX_BYTES)
            .companions(companions)
            .listener(new FileState(watching.what(), () -> {}))
            .build();
    watched.start();
  }

  /** What is in use. */
  T inUse() {
    return inUse;
  }

  /** Lets somebody take what is in use, now and whenever it changes. */
  void takenBy(Consumer<T> user) {
    users.add(user);
    user.accept(inUse);
  }

  private List<Problem> changed() {
    T made;
    try {
      made = making.of(files);
    } catch (IOException e) {
      return List.of(
          Problem.error(
              Position.START, ProblemCode.UNREADABLE_KEY, String.valueOf(e.getMessage())));
    }
    inUse = made;
    users.forEach(user -> user.accept(made));
    return List.of();
  }

  @Override
  public void close() {
    watched.close();
  }
}
