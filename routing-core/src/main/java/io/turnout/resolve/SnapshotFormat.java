// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.nio.charset.StandardCharsets;

/**
 * The bytes of a snapshot, integers big-endian:
 *
 * <pre>
 * magic     8 bytes, "TURNSNAP"
 * format    int
 * records   each a tag and what belongs to it
 *   KEY          key, flags (byte), version (long), loaded (long),
 *                REMOVAL: belowVersion (long), instant (long)
 *                ENTRY: cell, loadedAt (long), freshUntil (long), expiresAt (long)
 *   EVERYTHING   instant before which everything is invalidated (long)
 *   NAMESPACE    namespace, instant before which all of it is invalidated (long)
 *   DOUBT        instant before which everything is in doubt (long)
 *   END          writtenAt (long)
 * checksum  int, CRC-32C of all before
 * </pre>
 *
 * A key is its namespace and its value; these and cells are a length (short) and so many bytes of
 * UTF-8, an unknown cell has none. Instants are milliseconds of the wall clock, as it stood when
 * the record was written.
 */
final class SnapshotFormat {

  static final long MAGIC = 0x5455524e534e4150L;
  static final int FORMAT = 1;

  static final byte END = 0;
  static final byte KEY = 1;
  static final byte EVERYTHING = 2;
  static final byte NAMESPACE = 3;
  static final byte DOUBT = 4;

  static final int ENTRY = 1;
  static final int REMOVAL = 2;

  /** The largest snapshot; what does not fit is left out when it is written. */
  static final long MOST_BYTES = 1L << 30;

  /** No record is longer. */
  static final int LONGEST_RECORD_BYTES = 512;

  static final int HEAD_BYTES = 12;
  static final int TAIL_BYTES = 13;

  private SnapshotFormat() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
