// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What is logged of each request, and where.
 *
 * @param to the destination
 * @param file the file to append to; present exactly if the destination is {@link To#FILE}
 * @param target how much of the request target is logged
 * @param keys whether the values of route keys are logged; they may be personal data
 * @param clients whether the addresses of clients are logged; they may be personal data
 */
public record AccessLogSettings(
    To to, Optional<Path> file, Target target, boolean keys, boolean clients) {

  /** A line a request to the standard output, with the path and nothing that may be personal. */
  public static final AccessLogSettings DEFAULT =
      new AccessLogSettings(To.STDOUT, Optional.empty(), Target.PATH, false, false);

  /** No log. */
  public static final AccessLogSettings NONE =
      new AccessLogSettings(To.NONE, Optional.empty(), Target.PATH, false, false);

  /** Checks that a file is there exactly if it is needed. */
  public AccessLogSettings {
    Objects.requireNonNull(target, "target");
    if ((to == To.FILE) != file.isPresent()) {
      throw new IllegalArgumentException("the destination FILE, and no other, needs a file");
    }
  }

  /** Where the lines go. */
  public enum To {
    /** Nowhere. */
    NONE,
    /** The standard output. */
    STDOUT,
    /** The end of a file. */
    FILE
  }

  /** How much of a request target is logged. */
  public enum Target {
    /** Nothing. */
    NONE,
    /** The path, which ends before the first {@code ?}. */
    PATH,
    /** All of it, the query too. */
    FULL
  }
}
