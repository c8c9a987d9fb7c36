// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.admin.ImportReport.End;
import io.turnout.admin.ImportReport.Refusal;
import io.turnout.admin.RouteImport.OnBadLine;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;

/** One run of an import. */
final class ImportRun {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

  private final RouteImport.Builder options;
  private final BoundedLines lines;
  private final LineFormat format;
  private final long nanosPerLine;
  private long nextNanos;

  ImportRun(RouteImport.Builder options, InputStream in) {
    this.options = options;
    this.lines = new BoundedLines(in, options.maxLineBytes);
    this.format = LineFormat.of(options.format);
    this.nanosPerLine = 1_000_000_000L / options.linesPerSecond;
    this.nextNanos = options.clock.nanos();
  }

  ImportReport run() throws IOException {
    ImportTally tally = new ImportTally(skip() + 1);
    ImportProgress done = new ImportProgress(lines.lines(), lines.checksum());
    End end = End.WHOLE;
    try {
      while (end == End.WHOLE && lines.next()) {
        if (isRefused(tally) && (options.onBadLine == OnBadLine.STOP || !format.isReady())) {
          end = End.AT_A_BAD_LINE;
        } else {
          done = new ImportProgress(lines.lines(), lines.checksum());
        }
        if (done.lines() % RouteImport.PROGRESS_LINES == 0) {
          keep(done);
          options.listener.onProgress(tally.report(End.UNDER_WAY));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      end = End.INTERRUPTED;
    } catch (RouteStoreException | IOException e) {
      keep(done);
      throw e;
    }
    if (end == End.WHOLE) {
      forget();
    } else {
      keep(done);
    }
    return tally.report(end);
  }

  /** Passes over what an earlier run is done with; returns how many lines that is. */
  private long skip() throws IOException {
    Optional<ImportProgress> kept =
        options.progressFile.isPresent()
            ? ImportProgress.read(options.progressFile.get())
            : Optional.empty();
    long until = kept.map(ImportProgress::lines).orElse(options.afterLine);
    while (lines.lines() < until && lines.next()) {
      if (!format.isReady()) {
        skipHead();
      }
    }
    if (kept.isPresent()
        && !kept.get().equals(new ImportProgress(lines.lines(), lines.checksum()))) {
      throw new IOException(
          "the progress file is about other lines than these; remove it to begin anew");
    }
    return lines.lines();
  }

  private void skipHead() throws IOException {
    try {
      Optional<String> text = lines.text();
      if (text.isPresent()) {
        format.read(text.get());
      }
    } catch (BadLineException e) {
      throw new IOException(
          "line " + lines.lines() + " must name the columns: " + e.getMessage(), e);
    }
  }

  private boolean isRefused(ImportTally tally) throws InterruptedException {
    tally.looked(lines.lines());
    try {
      Optional<String> text = lines.text();
      Optional<RouteLine> line = text.isPresent() ? format.read(text.get()) : Optional.empty();
      if (line.isPresent()) {
        keepToTheRate();
        tally.brought(bring(line.get()).kind());
      }
      return false;
    } catch (BadLineException e) {
      refuse(tally, e.at(lines.lines()));
    } catch (RouteRefusedException | LostRaceException e) {
      refuse(tally, new Refusal(lines.lines(), "", String.valueOf(e.getMessage())));
    }
    return true;
  }

  private void refuse(ImportTally tally, Refusal refusal) {
    tally.refused(refusal);
    options.listener.onRefused(refusal);
  }

  private RouteWrite bring(RouteLine line) throws InterruptedException {
    Duration pause = FIRST_PAUSE;
    for (int attempt = 1; ; attempt++) {
      try {
        return bringOnce(line);
      } catch (LostRaceException e) {
        if (attempt >= RouteImport.MAX_ATTEMPTS) {
          throw e;
        }
      } catch (RouteStoreException e) {
        boolean mayPass = e.kind() == Kind.UNREACHABLE || e.kind() == Kind.THROTTLED;
        if (!mayPass || attempt >= RouteImport.MAX_ATTEMPTS) {
          throw e;
        }
        options.pause.sleep(pause);
        pause = pause.multipliedBy(2);
      }
    }
  }

  private RouteWrite bringOnce(RouteLine line) {
    return line.aliasOf().isPresent()
        ? options.administration.alias(
            line.key(), line.aliasOf().get(), line.life(), options.overLive)
        : options.administration.put(
            line.key(), line.cell().orElseThrow(), line.life(), options.overLive);
  }

  private void keepToTheRate() throws InterruptedException {
    long now = options.clock.nanos();
    long early = nextNanos - now;
    if (early > 0) {
      options.pause.sleep(Duration.ofNanos(early));
    }
    nextNanos = Math.max(nextNanos, now) + nanosPerLine;
  }

  /** Keeps how far the import has come; a dry run brings nothing in, so it comes nowhere. */
  private void keep(ImportProgress done) throws IOException {
    if (options.progressFile.isPresent() && !isDryRun()) {
      done.write(options.progressFile.get());
    }
  }

  private void forget() throws IOException {
    if (options.progressFile.isPresent() && !isDryRun()) {
      Files.deleteIfExists(options.progressFile.get());
    }
  }

  private boolean isDryRun() {
    return options.administration.writer().isDryRun();
  }
}
