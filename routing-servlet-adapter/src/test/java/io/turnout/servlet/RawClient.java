// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

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
import java.util.Locale;
import java.util.Optional;

/** A connection to a server, on which bytes are sent as they stand. */
final class RawClient implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket;
  private final InputStream in;

  private RawClient(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
  }

  static RawClient to(int port) throws IOException {
    return new RawClient(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /** Opens connections to a server. */
  interface Dialler {
    RawClient dial() throws IOException;
  }

  /**
   * An answer.
   *
   * @param fields the lines of its head, as they came
   * @param trailers the lines after a chunked body
   */
  record Answer(int status, List<String> fields, String body, List<String> trailers) {

    Optional<String> field(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ":";
      return fields.stream()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
          .map(line -> line.substring(start.length()).strip())
          .findFirst();
    }
  }

  /** The port that it is connected to. */
  int port() {
    return socket.getPort();
  }

  /** Sends text, one byte for each char. */
  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    return this;
  }

  /** Sends a piece of a chunked body; an empty one ends it. */
  RawClient chunk(String piece) throws IOException {
    return send(Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n");
  }

  /** Reads the next answer, whose request was no HEAD. */
  Answer answer() throws IOException {
    return answer(true);
  }

  /** Reads the next answer to a HEAD. */
  Answer answerToHead() throws IOException {
    return answer(false);
  }

  private Answer answer(boolean hasBody) throws IOException {
    String status = line();
    List<String> fields = lines();
    int code = Integer.parseInt(status.split(" ", -1)[1]);
    Answer head = new Answer(code, fields, "", List.of());
    if (!hasBody || code < 200 || code == 204 || code == 304) {
      return head;
    }
    if (head.field("transfer-encoding").isPresent()) {
      StringBuilder body = new StringBuilder();
      int size;
      while ((size = Integer.parseInt(line(), 16)) > 0) {
        body.append(bytes(size));
        line();
      }
      return new Answer(code, fields, body.toString(), lines());
    }
    Optional<String> length = head.field("content-length");
    String body = length.isPresent() ? bytes(Integer.parseInt(length.get())) : rest();
    return new Answer(code, fields, body, List.of());
  }

  /** Whether the server closes the connection without another byte. */
  boolean isClosed() throws IOException {
    return in.read() < 0;
  }

  private String rest() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  private String bytes(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("the answer breaks off");
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    String line;
    while (!(line = line()).isEmpty()) {
      lines.add(line);
    }
    return lines;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int b;
    while ((b = in.read()) != '\n') {
      if (b < 0) {
        throw new EOFException("the answer breaks off after: " + line);
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
