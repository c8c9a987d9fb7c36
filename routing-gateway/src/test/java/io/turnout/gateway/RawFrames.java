// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Frames of HTTP/2 as bytes, for what no codec would write. */
final class RawFrames {

  static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int PRIORITY = 2;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int CONTINUATION = 9;
  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  private RawFrames() {}

  /** A frame that has come. */
  @SuppressWarnings("ArrayRecordComponent")
  record Frame(int type, int flags, int stream, byte[] payload) {}

  static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  static byte[] settings() {
    return frame(SETTINGS, 0, 0, new byte[0]);
  }

  /** Names and values, each without compression. */
  static byte[] block(String... fields) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (int i = 0; i < fields.length; i += 2) {
      block.write(0);
      text(block, fields[i]);
      text(block, fields[i + 1]);
    }
    return block.toByteArray();
  }

  private static void text(ByteArrayOutputStream block, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    if (bytes.length < 127) {
      block.write(bytes.length);
    } else {
      block.write(127);
      int rest = bytes.length - 127;
      for (; rest >= 128; rest >>= 7) {
        block.write(rest & 0x7f | 0x80);
      }
      block.write(rest);
    }
    block.writeBytes(bytes);
  }

  /** A whole request without a body. */
  static byte[] request(int stream, String path, String... fields) {
    String[] all = new String[8 + fields.length];
    System.arraycopy(
        new String[] {
          ":method", "GET", ":path", path, ":scheme", "http", ":authority", "a.example"
        },
        0,
        all,
        0,
        8);
    System.arraycopy(fields, 0, all, 8, fields.length);
    return frame(HEADERS, END_STREAM | END_HEADERS, stream, block(all));
  }

  /** The next frame. */
  static Frame read(RawClient client) throws IOException {
    ByteBuffer head = ByteBuffer.wrap(client.bytes(9));
    int length = (head.get() & 0xff) << 16 | head.getShort() & 0xffff;
    int type = head.get();
    int flags = head.get();
    int stream = head.getInt();
    return new Frame(type, flags, stream, client.bytes(length));
  }
}
