// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import java.util.Objects;

/**
 * Which write made a record what it is.
 *
 * @param version the record's own version, 0 to {@link io.turnout.spi.RouteEntry#MAX_VERSION};
 *     every write raises it
 * @param writeId names the write among all writes, so that a writer whose answer was lost can tell
 *     its own from another's; 1 to {@value #MAX_WRITE_ID_CHARS} characters
 */
public record WriteStamp(long version, String writeId) {

  /** The longest name of a write, in characters. */
  public static final int MAX_WRITE_ID_CHARS = 64;

  /**
   * Checks both parts.
   *
   * @throws IllegalArgumentException if one is outside its bounds
   */
  public WriteStamp {
    StoredRoute.requireVersion(version, "version");
    Objects.requireNonNull(writeId, "writeId");
    if (writeId.isEmpty() || writeId.length() > MAX_WRITE_ID_CHARS) {
      throw new IllegalArgumentException(
          "a write's id must have 1 to "
              + MAX_WRITE_ID_CHARS
              + " characters, not "
              + writeId.length());
    }
  }
}
