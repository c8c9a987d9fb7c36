// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks.soak;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A connection to a gateway on loopback that is written and read by hand. For one thread. */
final class Wire implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 30_000;
  private static final int PIECE = 16 << 10;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  /** The head of an answer. */
  record Head(int status, String cell, long length) {}

  /**
   * Opens one.
   *
   * @param receiveBytes how much the system holds for a reader that is slow
   */
  Wire(int port, int receiveBytes) throws IOException {
    socket = new Socket();
    socket.setReceiveBufferSize(receiveBytes);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream(), PIECE);
    out = socket.getOutputStream();
  }

  /** Opens one. */
  static Wire to(int port) throws IOException {
    return new Wire(port, 64 << 10);
  }

  void send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends so many bytes that mean nothing. */
  void sendBytes(long count) throws IOException {
    byte[] piece = new byte[PIECE];
    for (long left = count; left > 0; left -= PIECE) {
      out.write(piece, 0, (int) Math.min(PIECE, left));
    }
  }

  /** Reads the head of an answer. */
  Head head() throws IOException {
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    String cell = "";
    long length = 0;
    for (String field = line(); !field.isEmpty(); field = line()) {
      int colon = field.indexOf(':');
      String value = field.substring(colon + 1).strip();
      switch (field.substring(0, colon).toLowerCase(Locale.ROOT)) {
        case "cell" -> cell = value;
        case "content-length" -> length = Long.parseLong(value);
        default -> {}
      }
    }
    return new Head(status, cell, length);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("closed in the middle of a head");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /** Reads so many bytes, and forgets them. */
  void skip(long count) throws IOException {
    in.skipNBytes(count);
  }

  /** Reads a short body. */
  String text(long length) throws IOException {
    return new String(in.readNBytes((int) length), StandardCharsets.ISO_8859_1);
  }

  /** Closes with a reset. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
