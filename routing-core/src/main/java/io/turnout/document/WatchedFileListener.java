// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.nio.file.Path;
import java.util.List;

/**
 * Hears what becomes of a {@link WatchedFile}: for log lines and metrics. Called by one thread at a
 * time; an exception is logged and harms nothing. No text that it gets holds content of the file
 * beyond what the consumer's problems quote.
 */
public interface WatchedFileListener {

  /** One that hears nothing. */
  WatchedFileListener NONE = new WatchedFileListener() {};

  /**
   * The file's content is in use from now on.
   *
   * @param file the file
   * @param warnings what the consumer warned of
   */
  default void loaded(Path file, List<Problem> warnings) {}

  /**
   * The last known good content is in use, since the file could not be used at the start.
   *
   * @param copy where that content was kept
   * @param warnings what the consumer warned of
   */
  default void loadedLastKnownGood(Path copy, List<Problem> warnings) {}

  /**
   * The consumer refused the content; what was in use stays.
   *
   * @param file the file, or the last known good copy
   * @param problems every problem, errors and warnings
   */
  default void refused(Path file, List<Problem> problems) {}

  /**
   * The file is missing, empty, too large or cannot be read; what was in use stays.
   *
   * @param file the file, or the last known good copy
   * @param why a sentence that names the file
   */
  default void unreadable(Path file, String why) {}

  /**
   * The copy of the last known good content could not be written; the content is in use all the
   * same.
   *
   * @param copy where it should have been kept
   * @param why a sentence that names the file
   */
  default void copyFailed(Path copy, String why) {}
}
