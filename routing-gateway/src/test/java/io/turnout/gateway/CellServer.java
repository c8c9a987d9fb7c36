// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A cell that does with each connection what the test says; one char stands for one byte. */
final class CellServer implements AutoCloseable {

  private static final int READ_TIMEOUT_MILLIS = 60_000;

  private final ServerSocket server;
  private final Script script;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Head> heads = new LinkedBlockingQueue<>();
  private final BlockingQueue<Object> ends = new LinkedBlockingQueue<>();

  /** What a cell does with a connection. */
  @FunctionalInterface
  interface Script {
    void serve(Connection connection) throws IOException, InterruptedException;
  }

  /** The head of a request as it came. */
  record Head(String line, List<String> fields) {

    List<String> all(String name) {
      return fields.stream()
          .filter(field -> field.regionMatches(true, 0, name + ":", 0, name.length() + 1))
          .map(field -> field.substring(name.length() + 1).strip())
          .toList();
    }

    Optional<String> field(String name) {
      return all(name).stream().findFirst();
    }
  }

  CellServer(Script script) throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.script = script;
    Thread acceptor = new Thread(this::accept, "cell");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  /** One that answers every request with its own name and the length of the body. */
  static CellServer named(String name) throws IOException {
    return new CellServer(
        connection -> {
          while (true) {
            Head head = connection.head();
            int body = connection.body(head).length;
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Length: "
                    + (name + body).length()
                    + "\r\n\r\n"
                    + (head.line().startsWith("HEAD ") ? "" : name + body));
          }
        });
  }

  int port() {
    return server.getLocalPort();
  }

  /** The next head that came; fails if none comes. */
  Head nextHead() throws InterruptedException {
    Head head = heads.poll(10, TimeUnit.SECONDS);
    if (head == null) {
      throw new AssertionError("no request reached the cell");
    }
    return head;
  }

  /** How many heads came and were not asked for. */
  int waitingHeads() {
    return heads.size();
  }

  /** Waits until a connection is over. */
  void awaitEndOfConnection() throws InterruptedException {
    if (ends.poll(10, TimeUnit.SECONDS) == null) {
      throw new AssertionError("the connection to the cell is still open");
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        Thread thread = new Thread(() -> serve(socket), "cell-connection");
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setSoTimeout(READ_TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
      script.serve(new Connection(socket));
    } catch (IOException | InterruptedException over) {
      // The other side closed, or the test is over.
    }
    ends.add(socket);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** One connection to the cell. */
  final class Connection {

    private final Socket socket;
    private final InputStream in;

    Connection(Socket socket) throws IOException {
      this.socket = socket;
      in = new BufferedInputStream(socket.getInputStream());
    }

    Head head() throws IOException {
      String line = line();
      List<String> fields = new ArrayList<>();
      for (String field = line(); !field.isEmpty(); field = line()) {
        fields.add(field);
      }
      Head head = new Head(line, fields);
      heads.add(head);
      return head;
    }

    byte[] body(Head head) throws IOException {
      if (head.field("transfer-encoding").isPresent()) {
        java.io.ByteArrayOutputStream body = new java.io.ByteArrayOutputStream();
        while (true) {
          int size = Integer.parseInt(line(), 16);
          body.write(bytes(size));
          line();
          if (size == 0) {
            return body.toByteArray();
          }
        }
      }
      return bytes(head.field("content-length").map(Integer::parseInt).orElse(0));
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

    void send(String text) throws IOException {
      send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void send(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    }

    /** Reads until the other side closes. */
    void drain() throws IOException {
      while (in.read() >= 0) {
        // Dropped.
      }
    }

    /** Closes with a reset. */
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }
}
