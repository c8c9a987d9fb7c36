// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that answers every request with the same bytes, and closes the connection. */
final class ScriptedServer implements AutoCloseable {

  private static final Pattern LENGTH =
      Pattern.compile("content-length: *([0-9]+)", Pattern.CASE_INSENSITIVE);

  private final ServerSocket listening;
  private final String reply;
  private final boolean hang;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  private ScriptedServer(String reply, boolean hang) throws IOException {
    this.reply = reply;
    this.hang = hang;
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** Answers with a status line's rest and field lines. */
  static ScriptedServer replying(String statusAndFields, String body) throws IOException {
    return new ScriptedServer(
        "HTTP/1.1 " + statusAndFields.replace("\n", "\r\n") + "\r\n\r\n" + body, false);
  }

  /** Sends a beginning and then nothing more, on an open connection. */
  static ScriptedServer stoppingAfter(String beginning) throws IOException {
    return new ScriptedServer(beginning, true);
  }

  private void serve() {
    try {
      while (true) {
        Socket socket = listening.accept();
        open.add(socket);
        requests.add(request(socket.getInputStream()));
        socket.getOutputStream().write(reply.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        if (!hang) {
          socket.close();
        }
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private static String request(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int c = in.read();
      if (c < 0) {
        return head.toString(StandardCharsets.ISO_8859_1);
      }
      head.write(c);
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    Matcher length = LENGTH.matcher(text);
    int body = length.find() ? Integer.parseInt(length.group(1)) : 0;
    return text + new String(in.readNBytes(body), StandardCharsets.UTF_8);
  }

  URI base() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort());
  }

  /** Heads and bodies of the requests so far. */
  List<String> requests() {
    return requests;
  }

  /** The connection made last. */
  Socket last() {
    return open.get(open.size() - 1);
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
