// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A client that sends and reads bytes as they are; one char stands for one byte. */
final class RawClient implements AutoCloseable {

  private static final int READ_TIMEOUT_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;

  RawClient(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  RawClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** An answer as it came. */
  record Answer(String statusLine, List<String> fields, byte[] body, List<String> trailers) {

    int status() {
      return Integer.parseInt(statusLine.split(" ", 3)[1]);
    }

    String text() {
      return new String(body, StandardCharsets.ISO_8859_1);
    }

    Optional<String> field(String name) {
      return fields.stream()
          .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst();
    }
  }

  RawClient send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  RawClient get(String target, String... fields) throws IOException {
    return send("GET " + target + " HTTP/1.1\r\nHost: a.example\r\n" + lines(fields) + "\r\n");
  }

  static String lines(String... fields) {
    StringBuilder text = new StringBuilder();
    for (String field : fields) {
      text.append(field).append("\r\n");
    }
    return text.toString();
  }

  /** The next answer to a request other than HEAD. */
  Answer answer() throws IOException {
    return answer(false);
  }

  Answer answerToHead() throws IOException {
    return answer(true);
  }

  private Answer answer(boolean toHead) throws IOException {
    String statusLine = line();
    List<String> fields = fields();
    Answer head = new Answer(statusLine, fields, new byte[0], List.of());
    int status = head.status();
    if (toHead || status < 200 || status == 204 || status == 304) {
      return head;
    }
    if (head.field("transfer-encoding").isPresent()) {
      return chunked(head);
    }
    Optional<String> length = head.field("content-length");
    byte[] body = length.isPresent() ? bytes(Integer.parseInt(length.get())) : in.readAllBytes();
    return new Answer(statusLine, fields, body, List.of());
  }

  private Answer chunked(Answer head) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(line(), 16);
      if (size == 0) {
        return new Answer(head.statusLine(), head.fields(), body.toByteArray(), fields());
      }
      body.write(bytes(size));
      line();
    }
  }

  private List<String> fields() throws IOException {
    List<String> fields = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      fields.add(line);
    }
    return fields;
  }

  String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("closed after \"" + line + '"');
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  byte[] bytes(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("closed after " + bytes.length + " of " + count + " bytes");
    }
    return bytes;
  }

  /** Whether the other side closes before it sends another byte. */
  boolean isClosedByPeer() throws IOException {
    try {
      return in.read() < 0;
    } catch (java.net.SocketException reset) {
      return true;
    }
  }

  /** Says that no more is sent, and reads on. */
  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
