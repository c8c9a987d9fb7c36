// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.conformance.WrittenRequest.Field;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client's connection that sends bytes as they are; one char stands for one byte. */
final class RawConnection implements AutoCloseable {

  /** Where clients come from unless a test says otherwise. */
  static final String LOOPBACK = "127.0.0.1";

  private static final int READ_TIMEOUT_MILLIS = 30_000;

  private final Socket socket;
  private final HttpInput in;
  private boolean open = true;

  /**
   * A final answer.
   *
   * @param text its body, one char for each byte
   * @param before the statuses of the interim answers before it
   */
  record Answer(
      int status, List<Field> fields, String text, List<Field> trailers, List<Integer> before) {

    List<String> all(String name) {
      return Fields.values(fields, name);
    }

    /** Every header field and trailer. */
    List<Field> everyField() {
      List<Field> all = new ArrayList<>(fields);
      all.addAll(trailers);
      return all;
    }
  }

  private RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    in = new HttpInput(new BufferedInputStream(socket.getInputStream()));
  }

  static RawConnection to(int port) throws IOException {
    return new RawConnection(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /** A connection that comes from another address of the loopback interface. */
  static RawConnection to(int port, String from) throws IOException {
    return new RawConnection(
        new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(from), 0));
  }

  RawConnection send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  RawConnection send(byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    try {
      out.write(bytes);
      out.flush();
    } catch (SocketException early) {
      open = false; // An answer may have come before it.
    }
    return this;
  }

  /** The next final answer, to a request of this method. */
  Answer answer(String method) throws IOException {
    List<Integer> before = new ArrayList<>();
    HttpInput.Head head = in.head();
    while (status(head) < 200) {
      before.add(status(head));
      if (!Fields.turnout(head.fields()).isEmpty()) {
        throw new AssertionError("an interim answer has Turnout fields: " + head);
      }
      head = in.head();
    }
    HttpInput.Body body = in.bodyOfAnswer(head, method);
    boolean ending =
        head.all("connection").stream().anyMatch(option -> Fields.lower(option).contains("close"));
    open &= !ending;
    return new Answer(status(head), head.fields(), body.text(), body.trailers(), before);
  }

  /** Reads one head, be it interim or final. */
  int status() throws IOException {
    return status(in.head());
  }

  private static int status(HttpInput.Head head) throws IOException {
    if (!head.line().startsWith("HTTP/1.")) {
      throw new IOException("\"" + head.line() + "\" is no status line");
    }
    return Integer.parseInt(head.word(1));
  }

  /** The next final answer; 0 as status if the other side closes instead. */
  Answer answerOrEnd(String method) throws IOException {
    try {
      return answer(method);
    } catch (EOFException | SocketException closed) {
      open = false;
      return new Answer(0, List.of(), "", List.of(), List.of());
    }
  }

  /** Whether something has come that was not read. */
  boolean hasInput() throws IOException {
    return in.hasMore();
  }

  /** Whether another request can be sent, as far as it is known. */
  boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
