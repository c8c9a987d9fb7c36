// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.Arrays;

/** Bytes that may turn out to be a name or a value: a growing array with a limit. */
final class Candidate {

  private static final byte[] NOTHING = {};
  private static final int FIRST_BYTES = 32;

  private byte[] bytes = NOTHING;
  private int length;
  private int limitBytes;
  private boolean tooLong;

  /** Starts anew; beyond {@code limitBytes} nothing is kept. */
  void start(int limitBytes) {
    this.limitBytes = limitBytes;
    length = 0;
    tooLong = false;
  }

  /** Starts anew and gives back what a long value took. */
  void release() {
    length = 0;
    tooLong = false;
    bytes = NOTHING;
  }

  void add(byte[] from, int at, int count) {
    if (makeRoom(count)) {
      System.arraycopy(from, at, bytes, length, count);
      length += count;
    }
  }

  void add(byte b) {
    if (makeRoom(1)) {
      bytes[length++] = b;
    }
  }

  /** Adds a code point as UTF-8; no surrogate. */
  void addCodePoint(int c) {
    if (c < 0x80) {
      add((byte) c);
      return;
    }
    if (c < 0x800) {
      add((byte) (0xc0 | c >> 6));
    } else {
      if (c < 0x10000) {
        add((byte) (0xe0 | c >> 12));
      } else {
        add((byte) (0xf0 | c >> 18));
        add((byte) (0x80 | c >> 12 & 0x3f));
      }
      add((byte) (0x80 | c >> 6 & 0x3f));
    }
    add((byte) (0x80 | c & 0x3f));
  }

  private boolean makeRoom(int count) {
    if (tooLong || count > limitBytes - length) {
      tooLong = true;
      return false;
    }
    if (length + count > bytes.length) {
      int wanted = (int) Math.min(limitBytes, Math.max(FIRST_BYTES, 2L * bytes.length));
      bytes = Arrays.copyOf(bytes, Math.max(wanted, length + count));
    }
    return true;
  }

  /** Whether more was added than the limit allows. */
  boolean isTooLong() {
    return tooLong;
  }

  int length() {
    return length;
  }

  /** The bytes kept, from index 0 to {@link #length}; not a copy. */
  byte[] bytes() {
    return bytes;
  }
}
