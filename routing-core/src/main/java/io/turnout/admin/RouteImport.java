// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.admin.ImportReport.Refusal;
import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.spi.RouteClock;
import io.turnout.store.RouteStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Brings the routes of a file into a store, line by line, however long the file is.
 *
 * <p>A route that is as the line says is left alone, so an import can be run again at any time. A
 * line with a mistake changes nothing and is reported; the others are brought in. A store that is
 * overloaded or away for a moment is asked again; if it stays away, the import ends with the
 * store's exception, and goes on after the last line that was done if there is a progress file.
 *
 * <p>With an administration that makes {@linkplain RouteAdministration.Builder#dryRun a dry run},
 * the report tells what would come of each line with the store as it is. An import runs once at a
 * time.
 */
public final class RouteImport {

  /** The longest line unless told otherwise, in bytes. */
  public static final int DEFAULT_MAX_LINE_BYTES = 8_192;

  /** After so many lines the progress is told and kept. */
  public static final int PROGRESS_LINES = 100;

  /** How often the store is asked about one line before the import ends. */
  public static final int MAX_ATTEMPTS = 6;

  /** Hears how an import comes along, on the thread that runs it. */
  public interface Listener {

    /** Hears nothing. */
    Listener NONE =
        new Listener() {
          @Override
          public void onProgress(ImportReport soFar) {}

          @Override
          public void onRefused(Refusal refusal) {}
        };

    /** Some lines more are done. */
    void onProgress(ImportReport soFar);

    /** A line was refused. */
    void onRefused(Refusal refusal);
  }

  /** Lets time pass. */
  @FunctionalInterface
  public interface Pause {

    /** Waits. */
    void sleep(Duration time) throws InterruptedException;
  }

  /** What to do after a line that is refused. */
  public enum OnBadLine {
    /** To go on with the next. */
    GO_ON,
    /** To end. */
    STOP
  }

  private final Builder options;

  private RouteImport(Builder options) {
    this.options = options;
  }

  /** Begins an import into the store of an administration. */
  public static Builder builder(RouteAdministration administration, RouteFormat format) {
    return new Builder(administration, format);
  }

  /**
   * Reads routes and brings them in.
   *
   * @param in the file's bytes; not closed
   * @throws IOException if {@code in} or the progress file cannot be read or written, or the file
   *     is not the one that the progress is of
   * @throws RouteStoreException if the store stays away, or cannot be used at all
   */
  public ImportReport run(InputStream in) throws IOException {
    return new ImportRun(options, in).run();
  }

  /** Collects how an import goes about it. */
  public static final class Builder {

    final RouteAdministration administration;
    final RouteFormat format;
    OverLive overLive = OverLive.REFUSE;
    OnBadLine onBadLine = OnBadLine.GO_ON;
    int maxLineBytes = DEFAULT_MAX_LINE_BYTES;
    int linesPerSecond = Integer.MAX_VALUE;
    long afterLine;
    Optional<Path> progressFile = Optional.empty();
    Listener listener = Listener.NONE;
    RouteClock clock = RouteClock.system();
    Pause pause = time -> Thread.sleep(time.toMillis(), time.toNanosPart() % 1_000_000);

    private Builder(RouteAdministration administration, RouteFormat format) {
      this.administration = Objects.requireNonNull(administration, "administration");
      this.format = Objects.requireNonNull(format, "format");
    }

    /** What to do with lines that would lead keys in use to other cells; to refuse by default. */
    public Builder overLive(OverLive overLive) {
      this.overLive = Objects.requireNonNull(overLive, "overLive");
      return this;
    }

    /** What to do after a line that is refused; to go on by default. */
    public Builder onBadLine(OnBadLine onBadLine) {
      this.onBadLine = Objects.requireNonNull(onBadLine, "onBadLine");
      return this;
    }

    /** The longest line, in bytes; positive, {@value #DEFAULT_MAX_LINE_BYTES} by default. */
    public Builder maxLineBytes(int maxLineBytes) {
      this.maxLineBytes = maxLineBytes;
      return this;
    }

    /** The most lines in a second; positive, without a bound by default. */
    public Builder linesPerSecond(int linesPerSecond) {
      this.linesPerSecond = linesPerSecond;
      return this;
    }

    /** How many lines are left out at the beginning; not negative, 0 by default. */
    public Builder afterLine(long afterLine) {
      this.afterLine = afterLine;
      return this;
    }

    /**
     * Where to keep how far the import has come: an import that finds the file goes on from there,
     * and one that has looked at every line removes it. A dry run goes on from there likewise, and
     * leaves the file as it is. Nowhere by default.
     */
    public Builder progressFile(Path progressFile) {
      this.progressFile = Optional.of(progressFile);
      return this;
    }

    /** Who hears how it comes along. */
    public Builder listener(Listener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /** By what time it keeps to its rate; the system's clock and sleep by default. */
    public Builder time(RouteClock clock, Pause pause) {
      this.clock = Objects.requireNonNull(clock, "clock");
      this.pause = Objects.requireNonNull(pause, "pause");
      return this;
    }

    /**
     * Builds it; nothing is read yet.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public RouteImport build() {
      if (maxLineBytes < 1 || linesPerSecond < 1 || afterLine < 0) {
        throw new IllegalArgumentException(
            "maxLineBytes "
                + maxLineBytes
                + " and linesPerSecond "
                + linesPerSecond
                + " must be positive, and afterLine "
                + afterLine
                + " not negative");
      }
      return new RouteImport(this);
    }
  }
}
