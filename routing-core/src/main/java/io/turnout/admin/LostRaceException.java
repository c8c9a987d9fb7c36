// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import java.io.Serial;

/**
 * Somebody else changed a record between the reading and the writing of it, so that nothing was
 * written. To read and try again is safe. Its text names no route key.
 */
public final class LostRaceException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final long expectedVersion;
  private final long foundVersion;

  LostRaceException(long expectedVersion, long foundVersion) {
    super(
        "nothing was written: the record was expected at version "
            + expectedVersion
            + " and was found at version "
            + foundVersion
            + ", so somebody else has changed it meanwhile; read it and try again");
    this.expectedVersion = expectedVersion;
    this.foundVersion = foundVersion;
  }

  /** The version of the record that was read; 0 for none. */
  public long expectedVersion() {
    return expectedVersion;
  }

  /** The version of the record that is there now; 0 for none. */
  public long foundVersion() {
    return foundVersion;
  }
}
