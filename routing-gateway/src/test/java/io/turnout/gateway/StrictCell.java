// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;

/**
 * A cell that reads requests by the letter of RFC 9112 and takes nothing that another server might
 * read in another way. It answers what is well-formed; what is not it keeps in words.
 */
final class StrictCell implements AutoCloseable {

  private static final Pattern REQUEST_LINE =
      Pattern.compile("[!#-'*+.0-9A-Z^-z|~-]+ [!-~]+ HTTP/1\\.1");
  private static final Pattern FIELD =
      Pattern.compile(
          "[!#-'*+.0-9A-Z^-z|~-]+: ?([!-~\\x80-\\xff]([\\t -~\\x80-\\xff]*[!-~\\x80-\\xff])?)?");
  private static final Pattern LENGTH = Pattern.compile("0|[1-9][0-9]{0,17}");
  private static final Pattern CHUNK = Pattern.compile("[0-9a-fA-F]{1,8}");

  private final CellServer server;
  private final Queue<Arrived> arrived = new ConcurrentLinkedQueue<>();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();

  /** A whole request as it came. */
  record Arrived(CellServer.Head head, String body) {

    /** Its line, its {@code Host} and its body. */
    String text() {
      return head.line() + '|' + String.join(",", head.all("host")) + '|' + body;
    }
  }

  StrictCell() throws IOException {
    server = new CellServer(this::serve);
  }

  int port() {
    return server.port();
  }

  /** The requests that came whole, since this was asked last. */
  List<Arrived> takeArrived() {
    List<Arrived> taken = List.copyOf(arrived);
    arrived.removeAll(taken);
    return taken;
  }

  /** What was not well-formed. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  private void serve(CellServer.Connection connection) throws IOException {
    try {
      while (true) {
        CellServer.Head head = head(connection);
        arrived.add(new Arrived(head, body(connection, head)));
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      }
    } catch (FaultException e) {
      faults.add(e.getMessage());
    }
  }

  private static CellServer.Head head(CellServer.Connection connection) throws IOException {
    String first = line(connection);
    require(REQUEST_LINE.matcher(first).matches(), "request line", first);
    List<String> fields = new ArrayList<>();
    for (String field = line(connection); !field.isEmpty(); field = line(connection)) {
      require(FIELD.matcher(field).matches(), "field line", field);
      fields.add(field);
    }
    CellServer.Head head = new CellServer.Head(first, fields);
    require(head.all("host").size() == 1, "one Host", fields.toString());
    return head;
  }

  private static String body(CellServer.Connection connection, CellServer.Head head)
      throws IOException {
    List<String> lengths = head.all("content-length");
    List<String> codings = head.all("transfer-encoding");
    require(lengths.size() + codings.size() <= 1, "one framing", head.fields().toString());
    if (!codings.isEmpty()) {
      require(codings.get(0).equals("chunked"), "chunked", codings.get(0));
      return chunks(connection);
    }
    if (lengths.isEmpty()) {
      return "";
    }
    require(LENGTH.matcher(lengths.get(0)).matches(), "length", lengths.get(0));
    return text(connection.bytes(Integer.parseInt(lengths.get(0))));
  }

  private static String chunks(CellServer.Connection connection) throws IOException {
    StringBuilder body = new StringBuilder();
    while (true) {
      String size = line(connection);
      require(CHUNK.matcher(size).matches(), "chunk size", size);
      int bytes = Integer.parseInt(size, 16);
      if (bytes == 0) {
        String trailer = line(connection);
        require(trailer.isEmpty(), "end of the chunks", trailer);
        return body.toString();
      }
      body.append(text(connection.bytes(bytes)));
      String end = line(connection);
      require(end.isEmpty(), "end of the chunk", end);
    }
  }

  /** A line that ends with CR LF and has neither of them inside. */
  private static String line(CellServer.Connection connection) throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      char c = (char) (connection.bytes(1)[0] & 0xff);
      if (c == '\r') {
        char next = (char) connection.bytes(1)[0];
        require(next == '\n', "line feed after a carriage return", line.toString() + (int) next);
        return line.toString();
      }
      require(c != '\n', "carriage return before a line feed", line.toString());
      line.append(c);
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static void require(boolean isSo, String what, String found) throws FaultException {
    if (!isSo) {
      throw new FaultException("not by the letter: " + what + ": " + found);
    }
  }

  /** Not an end of the connection, but bytes that are not as they must be. */
  private static final class FaultException extends EOFException {
    private static final long serialVersionUID = 1L;

    FaultException(String message) {
      super(message);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
