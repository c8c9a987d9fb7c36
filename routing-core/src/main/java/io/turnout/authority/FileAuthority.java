// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import io.turnout.document.DocumentLimits;
import io.turnout.document.Problem;
import io.turnout.document.WatchedFile;
import io.turnout.document.WatchedFileListener;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An authority that reads its routes from a YAML or JSON file, and again whenever the file changes.
 *
 * <pre>{@code
 * turnout-routes: 1
 * defaults: { fresh-for: 5m, expire-after: 24h }     # may be left out
 * unknown: { fresh-for: 30s, expire-after: 1m }      # may be left out
 * routes:                                            # {} for none
 *   "business:1": us-1
 *   "business:2": { cell: eu-1, fresh-for: 10s, expire-after: 1m }
 *   "card:77": { alias-of: "business:1" }            # leads wherever that does
 * }</pre>
 *
 * <p>{@link FileRoutes} writes more into a record: its {@code version}, {@code write}, {@code
 * longest-life-until}, the {@code offset} of an alias, {@code deleted: true}, and {@code moving}
 * while it is being moved, during which its answers may not be kept.
 *
 * <p>A file with a mistake is refused whole, with every mistake named by line and column, and the
 * routes before it stay. As long as no file could be used, every look-up fails.
 *
 * <p><b>Versions.</b> A record's own version is given out if it lies above what was given out for
 * that key. Every other answer that a load changes gets a version of the load's: above all that
 * were given out for the key and by other loads, and not below the time in milliseconds; a removal
 * gives such a one to all keys that are not listed. An answer that stays as it was keeps its
 * version. A restart is a first load: every answer without a version of its own gets the time of
 * the start, which lies above what the process before gave out as long as the wall clock did not go
 * back. Whoever edits a record by hand raises its version or takes it away.
 *
 * <p>Thread-safe. Answers come at once, on the caller's thread.
 */
public final class FileAuthority implements RouteAuthority, AutoCloseable {

  /** The largest file that is read unless the builder says otherwise, in bytes. */
  public static final int DEFAULT_MAX_BYTES = 32 << 20;

  private final Path path;
  private final RouteClock clock;
  private final DocumentLimits limits;
  private final WatchedFile watched;
  private volatile @Nullable RouteTable table;

  private FileAuthority(Builder builder) {
    this.path = builder.file;
    this.clock = builder.clock;
    this.limits = RouteFileContent.limits(builder.maxBytes);
    WatchedFile.Builder watching =
        WatchedFile.builder(builder.file, builder.scheduler, this::take)
            .interval(builder.interval)
            .maxBytes(builder.maxBytes)
            .listener(builder.listener);
    if (builder.lastKnownGood != null) {
      watching.lastKnownGood(builder.lastKnownGood);
    }
    this.watched = watching.build();
  }

  /**
   * Begins an authority on a file.
   *
   * @param file the route file; it need not exist
   * @param scheduler what reads it again, best one of its own; not closed by the authority
   */
  public static Builder builder(Path file, RouteScheduler scheduler) {
    return new Builder(file, scheduler);
  }

  private List<Problem> take(byte[] content) {
    RouteFile.Reading reading = RouteFile.read(content, limits);
    reading.file().ifPresent(file -> table = RouteTable.next(table, file, clock.wallMillis()));
    return reading.problems();
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    Objects.requireNonNull(key, "key");
    RouteTable current = table;
    if (current == null) {
      return CompletableFuture.failedStage(
          new IllegalStateException("no routes could be read from \"" + path + "\""));
    }
    return CompletableFuture.completedStage(current.answer(key));
  }

  /** Whether routes are in use. */
  public boolean isReady() {
    return table != null;
  }

  /** Ends the watching of the file; look-ups go on being answered. */
  @Override
  public void close() {
    watched.close();
  }

  /** Collects what a {@link FileAuthority} is made of. */
  public static final class Builder {

    private final Path file;
    private final RouteScheduler scheduler;
    private RouteClock clock = RouteClock.system();
    private Duration interval = WatchedFile.DEFAULT_INTERVAL;
    private int maxBytes = DEFAULT_MAX_BYTES;
    private @Nullable Path lastKnownGood;
    private WatchedFileListener listener = WatchedFileListener.NONE;

    private Builder(Path file, RouteScheduler scheduler) {
      this.file = Objects.requireNonNull(file, "file");
      this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
    }

    /** Where versions come from; the system's clock by default. */
    public Builder clock(RouteClock clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /** How often the file is read; positive, {@link WatchedFile#DEFAULT_INTERVAL} by default. */
    public Builder interval(Duration interval) {
      this.interval = interval;
      return this;
    }

    /** The largest file that is read, in bytes; positive, {@link #DEFAULT_MAX_BYTES} by default. */
    public Builder maxBytes(int maxBytes) {
      this.maxBytes = maxBytes;
      return this;
    }

    /** Where the last known good content is kept over a restart; nowhere by default. */
    public Builder lastKnownGood(Path copy) {
      this.lastKnownGood = Objects.requireNonNull(copy, "copy");
      return this;
    }

    /** Who hears what becomes of the file. */
    public Builder listener(WatchedFileListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Reads the file, on the caller's thread, and begins to watch it. A file that cannot be used is
     * reported to the listener, not thrown; {@link FileAuthority#isReady} tells.
     *
     * @throws IllegalArgumentException if the interval or the size is not positive
     */
    public FileAuthority open() {
      FileAuthority authority = new FileAuthority(this);
      authority.watched.start();
      return authority;
    }
  }
}
