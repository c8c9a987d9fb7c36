// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Checks UTF-8 byte by byte, wherever the text is cut. */
final class Utf8 {

  private int missing;
  private int lowest = 0x80;
  private int highest = 0xbf;

  /**
   * The length of the sequence that starts at {@code at} with a byte outside ASCII: 2 to 4; 0 if it
   * is no UTF-8 or goes on beyond {@code to}.
   */
  static int sequence(byte[] bytes, int at, int to) {
    int lead = bytes[at] & 0xff;
    if (lead < 0xe0) {
      return lead >= 0xc2 && at + 2 <= to && follows(bytes[at + 1]) ? 2 : 0;
    }
    if (lead < 0xf0) {
      return at + 3 <= to && followsLead(lead, bytes[at + 1]) && follows(bytes[at + 2]) ? 3 : 0;
    }
    return lead <= 0xf4
            && at + 4 <= to
            && followsLead(lead, bytes[at + 1])
            && follows(bytes[at + 2])
            && follows(bytes[at + 3])
        ? 4
        : 0;
  }

  /** The text of [0, length), or null if that is no UTF-8. */
  static @Nullable String text(byte[] bytes, int length) {
    int i = 0;
    while (i < length) {
      int step = bytes[i] >= 0 ? 1 : sequence(bytes, i, length);
      if (step == 0) {
        return null;
      }
      i += step;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static boolean follows(byte b) {
    return b < (byte) 0xc0;
  }

  private static boolean followsLead(int lead, byte next) {
    int b = next & 0xff;
    return b >= lowestAfter(lead) && b <= highestAfter(lead);
  }

  private static int lowestAfter(int lead) {
    return lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  }

  private static int highestAfter(int lead) {
    return lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  }

  /** Whether the text may end here. */
  boolean isComplete() {
    return missing == 0;
  }

  /** Takes the next byte; false if the text can be no UTF-8 whatever follows. */
  boolean accept(byte next) {
    int b = next & 0xff;
    if (missing > 0) {
      boolean fits = b >= lowest && b <= highest;
      missing--;
      lowest = 0x80;
      highest = 0xbf;
      return fits;
    }
    if (b < 0x80) {
      return true;
    }
    if (b < 0xc2 || b > 0xf4) {
      return false;
    }
    missing = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
    lowest = lowestAfter(b);
    highest = highestAfter(b);
    return true;
  }

  /** Forgets a sequence that has begun. */
  void reset() {
    missing = 0;
    lowest = 0x80;
    highest = 0xbf;
  }
}
