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
 *   EVERYTHING   what was loaded before this instant is invalidated (long)
 *   DOUBT        what was loaded before this instant is in doubt (long)
 *   NAMESPACE    namespace, and the same instant for it alone (long)
 *   END          writtenAt (long)
 * checksum  int, CRC-32C of all before
 * </pre>
 *
 * A key is its namespace and its value. Texts are a length (short) and so many bytes of UTF-8; of
 * an unknown cell none. Instants are milliseconds of the wall clock when the record was written.
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

  static final long MOST_BYTES = 1L << 30;

  static final int LONGEST_RECORD_BYTES = 512;

  static final int HEAD_BYTES = 12;
  static final int TAIL_BYTES = 13;

  private SnapshotFormat() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
