// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.document.CompanionFiles;
import io.turnout.document.FileConsumer;
import io.turnout.document.Position;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import io.turnout.document.WatchedFile;
import io.turnout.document.WatchedFileListener;
import io.turnout.spi.RouteScheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A rule file that is compiled again whenever it changes, and whose last good rules stay in use
 * whenever it is wrong.
 *
 * <p>The key files that the rules name are watched with it: a change of one of them alone has the
 * rules compiled again, and a broken one keeps those in use. They are looked for beside the rule
 * file, whichever content is in use.
 *
 * <p>Each change is read, checked and compiled as a whole, shown to the caller's own check if there
 * is one, and only then handed on. Where {@linkplain Builder#lastKnownGood a copy} of the last good
 * file is kept, it stands in for a file that cannot be used at the start. Thread-safe.
 */
public final class WatchedRules implements AutoCloseable {

  private final Path path;
  private final WatchedFile file;
  private final Surroundings surroundings;
  private final Function<RuleSet, List<String>> check;
  private final Object lock = new Object();
  private @Nullable Consumer<RuleSet> consumer;
  private @Nullable RuleSet current;
  private @Nullable RuntimeException firstFailure;

  private WatchedRules(Builder builder) {
    path = builder.path;
    check = builder.check;
    CompanionFiles keyFiles = new CompanionFiles();
    surroundings = Surroundings.of(path, builder.keys, keyFiles);
    file =
        builder
            .file(this::accept)
            .companions(keyFiles)
            .listener(new Remembering(builder.listener))
            .build();
  }

  /**
   * Begins a watched rule file.
   *
   * @param file the rule file
   * @param scheduler what reads it; not closed by the watched rules
   */
  public static Builder builder(Path file, RouteScheduler scheduler) {
    return new Builder(file, scheduler);
  }

  /**
   * Reads the file now, on the caller's thread, and watches it from then on.
   *
   * @return the rules of the file, or those of the copy if the file cannot be used
   * @throws InvalidRulesException if neither can be used, and the file has mistakes or was refused
   *     by the check; what is wrong with the copy is suppressed in it
   * @throws UncheckedIOException if neither can be used, and the file cannot be read; the same
   */
  public RuleSet start() {
    if (!file.start()) {
      file.close();
      throw failure();
    }
    return rules();
  }

  /**
   * The rules in use.
   *
   * @throws IllegalStateException before {@link #start}
   */
  public RuleSet rules() {
    synchronized (lock) {
      if (current == null) {
        throw new IllegalStateException("the rules of " + path + " are there after start()");
      }
      return current;
    }
  }

  /**
   * Hands over the rules in use at once, if there are any, and every later set, such as to {@code
   * router::swap}. A set that the consumer refuses by an exception counts as refused.
   *
   * @throws IllegalStateException if the rules are handed to another consumer already
   */
  public void handTo(Consumer<RuleSet> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    synchronized (lock) {
      if (this.consumer != null) {
        throw new IllegalStateException("the rules of " + path + " go to a consumer already");
      }
      if (current != null) {
        consumer.accept(current);
      }
      this.consumer = consumer;
    }
  }

  /** Ends the watching; the rules stay in use. */
  @Override
  public void close() {
    file.close();
  }

  private List<Problem> accept(byte[] content) {
    RuleSet rules;
    try {
      rules = RuleSet.parse(content, path.toString(), surroundings);
    } catch (InvalidRulesException e) {
      return e.problems();
    }
    List<String> objections = check.apply(rules);
    if (!objections.isEmpty()) {
      return objections.stream().map(WatchedRules::refusal).toList();
    }
    synchronized (lock) {
      if (consumer != null) {
        consumer.accept(rules);
      }
      current = rules;
    }
    return rules.warnings();
  }

  private static Problem refusal(String objection) {
    return Problem.error(
        Position.START, ProblemCode.INVALID_VALUE, "the check refused these rules: " + objection);
  }

  private RuntimeException failure() {
    synchronized (lock) {
      return firstFailure == null
          ? new IllegalStateException("the watch of " + path + " has ended")
          : firstFailure;
    }
  }

  private void remember(RuntimeException failure) {
    synchronized (lock) {
      if (current != null) {
        return;
      }
      if (firstFailure == null) {
        firstFailure = failure;
      } else {
        firstFailure.addSuppressed(failure);
      }
    }
  }

  /** Keeps what failed for {@link #start}, and tells the caller's listener everything. */
  private final class Remembering implements WatchedFileListener {

    private final WatchedFileListener listener;

    Remembering(WatchedFileListener listener) {
      this.listener = listener;
    }

    @Override
    public void loaded(Path from, List<Problem> warnings) {
      listener.loaded(from, warnings);
    }

    @Override
    public void loadedLastKnownGood(Path copy, List<Problem> warnings) {
      listener.loadedLastKnownGood(copy, warnings);
    }

    @Override
    public void refused(Path from, List<Problem> problems) {
      remember(new InvalidRulesException(from.toString(), problems));
      listener.refused(from, problems);
    }

    @Override
    public void unreadable(Path from, String why) {
      remember(new UncheckedIOException("cannot read the rule file: " + why, new IOException(why)));
      listener.unreadable(from, why);
    }

    @Override
    public void copyFailed(Path copy, String why) {
      listener.copyFailed(copy, why);
    }
  }

  /** Collects what {@link WatchedRules} are made of. */
  public static final class Builder {

    private final Path path;
    private final RouteScheduler scheduler;
    private Function<RuleSet, List<String>> check = rules -> List.of();
    private WatchedFileListener listener = WatchedFileListener.NONE;
    private Duration interval = WatchedFile.DEFAULT_INTERVAL;
    private Keys keys = Keys.ofProcess();
    private @Nullable Path copy;

    private Builder(Path path, RouteScheduler scheduler) {
      this.path = Objects.requireNonNull(path, "file");
      this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
    }

    /**
     * What judges compiled rules before they are handed on; nothing by default.
     *
     * @param check gives its objections, each a sentence; an empty list lets the rules pass
     */
    public Builder check(Function<RuleSet, List<String>> check) {
      this.check = Objects.requireNonNull(check, "check");
      return this;
    }

    /** The keys that the file can do with; all of them, as this process has them, by default. */
    public Builder keys(Keys keys) {
      this.keys = Objects.requireNonNull(keys, "keys");
      return this;
    }

    /** Who hears what becomes of the file. */
    public Builder listener(WatchedFileListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * How often the file is read; once a second by default.
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
     * Where a copy of the last good rule file is kept over a restart; nowhere by default. Key files
     * are not copied: without them the copy cannot be used either.
     */
    public Builder lastKnownGood(Path copy) {
      this.copy = Objects.requireNonNull(copy, "copy");
      return this;
    }

    /** The watched rules, which read nothing before {@link WatchedRules#start}. */
    public WatchedRules build() {
      return new WatchedRules(this);
    }

    private WatchedFile.Builder file(FileConsumer consumer) {
      WatchedFile.Builder file = WatchedFile.builder(path, scheduler, consumer).interval(interval);
      return copy == null ? file : file.lastKnownGood(copy);
    }
  }
}
