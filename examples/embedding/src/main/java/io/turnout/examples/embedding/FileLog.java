// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import io.turnout.document.Problem;
import io.turnout.document.WatchedFileListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;

// example: file-listener
/** Logs what becomes of a watched file. */
final class FileLog implements WatchedFileListener {

  private static final Logger logger = System.getLogger(FileLog.class.getName());

  @Override
  public void loaded(Path file, List<Problem> warnings) {
    logger.log(Level.INFO, "{0} is in use", file);
    warnings.forEach(warning -> logger.log(Level.WARNING, "{0}:{1}", file, warning.text()));
  }

  @Override
  public void refused(Path file, List<Problem> problems) {
    problems.forEach(problem -> logger.log(Level.ERROR, "{0}:{1}", file, problem.text()));
  }

  @Override
  public void unreadable(Path file, String why) {
    logger.log(Level.ERROR, why);
  }
}
// end of example
