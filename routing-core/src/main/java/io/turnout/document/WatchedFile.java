// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import io.turnout.digest.Sha256Digest;
import io.turnout.spi.RouteScheduler;
import io.turnout.spi.RouteScheduler.Scheduled;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file whose content is taken into use again whenever it changes, and whose last usable content
 * stays in use whenever it cannot be used.
 *
 * <p>The path is read at an interval and the content compared, so that it does not matter how a
 * change comes about: rewriting in place, renaming over, deleting and creating, or swapping a
 * symbolic link anywhere on the way. A change counts once two readings in a row have found the same
 * content, so that a file which is still being written is not taken; it is in use one to two
 * intervals after it was complete. Each change is judged once: given to the consumer, or reported
 * as unreadable. A file that is away for less than two readings was not away.
 *
 * <p>The files that the content names, read through {@link CompanionFiles}, count as parts of it.
 *
 * <p>The first reading, in {@link #start}, is judged at once. If the file cannot be used then, the
 * copy of the last known good content is, where one is kept. Every content taken into use is
 * written there, to a temporary file that is synced and renamed over it.
 *
 * <p>Reading, judging and reporting happen on the scheduler's thread, but for the first time. The
 * file is read whole at every interval, so a scheduler of its own suits a large file. Thread-safe.
 */
public final class WatchedFile implements AutoCloseable {

  /** How often the file is read unless the builder says otherwise. */
  public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);

  /** The largest file that is read unless the builder says otherwise, in bytes. */
  public static final int DEFAULT_MAX_BYTES = 4 << 20;

  private static final Logger logger = LoggerFactory.getLogger(WatchedFile.class);

  private final Path file;
  private final FileConsumer consumer;
  private final RouteScheduler scheduler;
  private final Duration interval;
  private final int maxBytes;
  private final Optional<LastKnownGood> lastKnownGood;
  private final WatchedFileListener listener;
  private final CompanionFiles companions;

  private final Object lock = new Object();
  private @Nullable Seen judged;
  private @Nullable Seen latest;
  private @Nullable Scheduled next;
  private boolean inUse;
  private boolean closed;

  /**
   * What one reading found.
   *
   * @param identity equal for two readings if they found the same in the file
   * @param beside equal for two readings if they found the same in the files that it names
   * @param content the content; null if there is none, and then the identity says why
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Seen(String identity, List<String> beside, byte @Nullable [] content) {

    boolean isSame(@Nullable Seen other) {
      return other != null && identity.equals(other.identity) && beside.equals(other.beside);
    }

    /** The same without the content, which is of no more use. */
    Seen withoutContent() {
      return new Seen(identity, beside, null);
    }

    /** The same with what was found beside it while it was judged. */
    Seen judgedBeside(List<String> found) {
      return new Seen(identity, found, null);
    }
  }

  private WatchedFile(Builder builder) {
    this.file = builder.file;
    this.consumer = builder.consumer;
    this.scheduler = builder.scheduler;
    this.interval = builder.interval;
    this.maxBytes = builder.maxBytes;
    this.lastKnownGood = builder.lastKnownGood.map(LastKnownGood::new);
    this.listener = builder.listener;
    this.companions = builder.companions;
  }

  /**
   * Begins a watched file.
   *
   * @param file the file; it need not exist
   * @param scheduler what reads it; not closed by the watched file
   * @param consumer what takes its content into use
   */
  public static Builder builder(Path file, RouteScheduler scheduler, FileConsumer consumer) {
    return new Builder(file, scheduler, consumer);
  }

  /**
   * Reads the file now, on the caller's thread, and then at every interval until {@link #close}.
   * Further calls do nothing.
   *
   * @return whether some content is in use
   */
  public boolean start() {
    synchronized (lock) {
      if (judged == null && !closed) {
        Seen first = read(file);
        judge(first);
        if (!inUse) {
          lastKnownGood.ifPresent(this::useCopy);
        }
        latest = first.judgedBeside(companions.asJudged());
        judged = latest;
        scheduleNext();
      }
      return inUse;
    }
  }

  /** Whether some content is in use. */
  public boolean isInUse() {
    synchronized (lock) {
      return inUse;
    }
  }

  /** Ends the watching; what is in use stays. The consumer is not called after it has returned. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      if (next != null) {
        next.cancel();
      }
    }
  }

  private void scheduleNext() {
    if (!closed) {
      next = scheduler.schedule(this::poll, interval);
    }
  }

  private void poll() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      try {
        Seen seen = read(file);
        if (seen.isSame(latest) && !seen.isSame(judged)) {
          judge(seen);
        }
        latest = seen.withoutContent();
      } finally {
        scheduleNext();
      }
    }
  }

  private Seen read(Path path) {
    try {
      byte[] content = BoundedFile.read(path, maxBytes);
      return content.length == 0
          ? new Seen("\"" + path + "\" is empty", companions.asTheyAre(), null)
          : new Seen(Sha256Digest.hex(content), companions.asTheyAre(), content);
    } catch (IOException e) {
      return new Seen(reason(e), companions.asTheyAre(), null);
    }
  }

  private void judge(Seen seen) {
    companions.forget();
    byte[] content = seen.content();
    if (content == null) {
      report(to -> to.unreadable(file, seen.identity()));
    } else {
      offer(file, content)
          .ifPresent(
              warnings -> {
                inUse = true;
                lastKnownGood.ifPresent(copy -> keep(copy, content));
                report(to -> to.loaded(file, warnings));
              });
    }
    judged = seen.judgedBeside(companions.asJudged());
  }

  private void useCopy(LastKnownGood copy) {
    Seen seen = read(copy.path());
    companions.forget();
    byte[] content = seen.content();
    if (content == null) {
      report(to -> to.unreadable(copy.path(), seen.identity()));
      return;
    }
    offer(copy.path(), content)
        .ifPresent(
            warnings -> {
              inUse = true;
              report(to -> to.loadedLastKnownGood(copy.path(), warnings));
            });
  }

  private void keep(LastKnownGood copy, byte[] content) {
    try {
      copy.keep(content);
    } catch (IOException e) {
      report(to -> to.copyFailed(copy.path(), reason(e)));
    }
  }

  /** The warnings of a content that was taken; empty if it was refused, which is reported. */
  private Optional<List<Problem>> offer(Path from, byte[] content) {
    List<Problem> problems;
    try {
      problems = List.copyOf(consumer.accept(content));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      logger.warn("the content of {} was refused by {}", from, e.getClass().getName());
      problems =
          List.of(
              Problem.error(
                  Position.START,
                  ProblemCode.INVALID_VALUE,
                  "the file could not be taken into use: " + e.getClass().getName()));
    }
    if (problems.stream().anyMatch(Problem::isError)) {
      List<Problem> all = problems;
      report(to -> to.refused(from, all));
      return Optional.empty();
    }
    return Optional.of(problems);
  }

  private void report(Consumer<WatchedFileListener> event) {
    try {
      event.accept(listener);
    } catch (RuntimeException e) {
      logger.warn("the listener of {} failed", file, e);
    }
  }

  private static String reason(IOException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getName() : message;
  }

  /** Collects what a {@link WatchedFile} is made of. */
  public static final class Builder {

    private final Path file;
    private final RouteScheduler scheduler;
    private final FileConsumer consumer;
    private Duration interval = DEFAULT_INTERVAL;
    private int maxBytes = DEFAULT_MAX_BYTES;
    private Optional<Path> lastKnownGood = Optional.empty();
    private WatchedFileListener listener = WatchedFileListener.NONE;
    private CompanionFiles companions = new CompanionFiles();

    private Builder(Path file, RouteScheduler scheduler, FileConsumer consumer) {
      this.file = Objects.requireNonNull(file, "file");
      this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
      this.consumer = Objects.requireNonNull(consumer, "consumer");
    }

    /**
     * How often the file is read; the default is {@link #DEFAULT_INTERVAL}.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder interval(Duration interval) {
      if (interval.isNegative() || interval.isZero()) {
        throw new IllegalArgumentException("interval " + interval + " must be positive");
      }
      this.interval = interval;
      return this;
    }

    /**
     * The largest file that is read, in bytes; the default is {@link #DEFAULT_MAX_BYTES}.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder maxBytes(int maxBytes) {
      if (maxBytes < 1) {
        throw new IllegalArgumentException("maxBytes " + maxBytes + " must be positive");
      }
      this.maxBytes = maxBytes;
      return this;
    }

    /** Where the last known good content is kept over a restart; nowhere by default. */
    public Builder lastKnownGood(Path copy) {
      this.lastKnownGood = Optional.of(copy);
      return this;
    }

    /** Who hears what becomes of the file. */
    public Builder listener(WatchedFileListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Through what the consumer reads the files that the content names. They are watched like the
     * file itself: a change of one of them has the content judged again.
     *
     * @param companions of this watched file alone
     */
    public Builder companions(CompanionFiles companions) {
      this.companions = Objects.requireNonNull(companions, "companions");
      return this;
    }

    /** The watched file, which reads nothing before {@link WatchedFile#start}. */
    public WatchedFile build() {
      return new WatchedFile(this);
    }
  }
}
