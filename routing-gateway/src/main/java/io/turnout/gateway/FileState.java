// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.document.Problem;
import io.turnout.document.WatchedFileListener;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a watched file is doing, for the log and for the health endpoint. Thread-safe. */
final class FileState implements WatchedFileListener {

  private static final Logger logger = LoggerFactory.getLogger(FileState.class);

  /** Of so many mistakes at once the log tells each, so that a file cannot fill it. */
  static final int MOST_MISTAKES = 1_000;

  private final String what;
  private final Runnable onUse;
  private volatile String word = "missing";
  private volatile boolean used;

  /**
   * The state of one file.
   *
   * @param what what log lines call it, {@code rule file}
   * @param onUse what else is to be done whenever another content is in use
   */
  FileState(String what, Runnable onUse) {
    this.what = what;
    this.onUse = onUse;
  }

  /** In one word: {@code current}, {@code last-known-good}, {@code refused} or {@code missing}. */
  String word() {
    return word;
  }

  @Override
  public void loaded(Path file, List<Problem> warnings) {
    word = "current";
    used = true;
    onUse.run();
    logger.info("the {} {} is in use", what, file);
    warnings.forEach(problem -> logger.warn("{}:{}", file, problem.text()));
  }

  @Override
  public void loadedLastKnownGood(Path copy, List<Problem> warnings) {
    word = "last-known-good";
    used = true;
    onUse.run();
    logger.warn("the {} cannot be used; its last known good copy {} is in use", what, copy);
  }

  /** What the log is told of the mistakes, a line each. */
  static List<String> told(Path file, List<Problem> problems) {
    Stream<String> first =
        problems.stream().limit(MOST_MISTAKES).map(problem -> file + ":" + problem.text());
    int more = problems.size() - MOST_MISTAKES;
    return more > 0
        ? Stream.concat(first, Stream.of(file + " has " + more + " more mistakes")).toList()
        : first.toList();
  }

  @Override
  public void refused(Path file, List<Problem> problems) {
    word = "refused";
    logger.error("the {} {} is refused; {}", what, file, consequence());
    told(file, problems).forEach(logger::error);
  }

  @Override
  public void unreadable(Path file, String why) {
    word = "missing";
    logger.error("the {} cannot be read; {}: {}", what, consequence(), why);
  }

  private String consequence() {
    return used ? "what was in use stays" : "nothing is in use yet";
  }

  @Override
  public void copyFailed(Path copy, String why) {
    logger.warn("the last known good copy of the {} cannot be written: {}", what, why);
  }
}
