// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.conformance.WrittenRequest.Field;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What stands behind an adapter in its contract: every cell, and the authority tier. Thread-safe.
 *
 * <p>An adapter that forwards sends requests to {@link #cell} and {@link #authority}, where servers
 * of HTTP/1.1 listen. One whose requests end in the same process hands them to {@link #reached}.
 */
public final class Upstream implements AutoCloseable {

  private static final int BACKLOG = 50;
  private static final int READ_TIMEOUT_MILLIS = 60_000;
  private static final long LIMIT_SECONDS = 20;

  private final Map<String, ServerSocket> cells = new LinkedHashMap<>();
  private final ServerSocket authority;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Reached> reached = new LinkedBlockingQueue<>();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger begun = new AtomicInteger();
  private volatile Answering answering = request -> Answered.of(request.body());
  private volatile boolean overHttp;

  /**
   * A request that went through the adapter.
   *
   * @param cell the cell that it is for; empty for the authority tier
   * @param method its method
   * @param target its target, one char for each byte
   * @param fields its header fields in their order, one char for each byte
   * @param body its whole body, one char for each byte
   */
  public record Reached(
      Optional<String> cell, String method, String target, List<Field> fields, String body) {}

  /**
   * What is answered to a request.
   *
   * @param status 200 to 599
   * @param fields the header fields, without those that measure the body
   * @param body the body, one char for each byte; empty where there is none
   * @param trailers what follows the body, which then comes in chunks
   */
  public record Answered(int status, List<Field> fields, String body, List<Field> trailers) {

    /** Nothing: the connection stays open until the other side closes it. */
    static final Answered NEVER = new Answered(0, List.of(), "", List.of());

    static Answered of(String body) {
      return new Answered(200, List.of(), body, List.of());
    }

    private boolean isNever() {
      return status == 0;
    }

    /** Whether the body may not be there at all. */
    boolean isBodiless() {
      return status == 204 || status == 304;
    }
  }

  /** Decides what is answered. */
  @FunctionalInterface
  interface Answering {
    Answered answer(Reached request) throws IOException;
  }

  Upstream(Set<String> names) throws IOException {
    for (String name : names) {
      cells.put(name, listen(Optional.of(name)));
    }
    authority = listen(Optional.empty());
  }

  /** The cells and where they listen. */
  public Map<String, InetSocketAddress> cells() {
    Map<String, InetSocketAddress> addresses = new LinkedHashMap<>();
    cells.forEach((name, server) -> addresses.put(name, address(server)));
    return addresses;
  }

  /**
   * Where a cell listens.
   *
   * @throws IllegalArgumentException if there is no such cell
   */
  public InetSocketAddress cell(String name) {
    ServerSocket server = cells.get(name);
    if (server == null) {
      throw new IllegalArgumentException("cell \"" + name + "\" must be one of " + cells.keySet());
    }
    return address(server);
  }

  /** Where the authority tier listens. */
  public InetSocketAddress authority() {
    return address(authority);
  }

  /**
   * Takes a request that ends in the adapter's process, with its body read whole, and says what to
   * answer.
   */
  public Answered reached(Reached request) {
    begun.incrementAndGet();
    reached.add(request);
    try {
      return answering.answer(request);
    } catch (IOException e) {
      throw new IllegalStateException("the contract does not answer this in process", e);
    }
  }

  private static InetSocketAddress address(ServerSocket server) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
  }

  /** Lets requests that come from now on be answered so. */
  void answer(Answering next) {
    answering = next;
  }

  /** The next request that came whole; fails if none comes. */
  Reached next() throws InterruptedException {
    Reached next = reached.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no request went through the adapter");
    }
    return next;
  }

  /** The requests that came whole and were not asked for. */
  List<Reached> rest() {
    List<Reached> rest = new java.util.ArrayList<>();
    reached.drainTo(rest);
    return rest;
  }

  /** How many requests have begun to come, whole or not. */
  int begun() {
    return begun.get();
  }

  /** How many requests have begun to come, and are neither answered nor broken off. */
  int underWay() {
    return underWay.get();
  }

  /** Whether requests come over HTTP. */
  boolean isOverHttp() {
    return overHttp;
  }

  private ServerSocket listen(Optional<String> cell) throws IOException {
    ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    start(() -> accept(server, cell), "contract-upstream");
    return server;
  }

  private static void start(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept(ServerSocket server, Optional<String> cell) {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        overHttp = true;
        start(() -> serve(socket, cell), "contract-upstream-connection");
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Socket socket, Optional<String> cell) {
    try (socket) {
      socket.setSoTimeout(READ_TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
      HttpInput in = new HttpInput(new BufferedInputStream(socket.getInputStream()));
      while (true) {
        HttpInput.Head head = in.head();
        begun.incrementAndGet();
        underWay.incrementAndGet();
        try {
          exchange(socket, in, head, cell);
        } finally {
          underWay.decrementAndGet();
        }
      }
    } catch (IOException over) {
      // The other side closed, or the test is over.
    } finally {
      sockets.remove(socket);
    }
  }

  private void exchange(Socket socket, HttpInput in, HttpInput.Head head, Optional<String> cell)
      throws IOException {
    if (Fields.values(head.fields(), "expect").contains("100-continue")) {
      write(socket, "HTTP/1.1 100 Continue\r\n\r\n");
    }
    String body = in.bodyOfRequest(head).text();
    Reached request = new Reached(cell, head.word(0), head.word(1), head.fields(), body);
    reached.add(request);
    Answered answer = answering.answer(request);
    if (answer.isNever()) {
      in.drain();
      return;
    }
    write(socket, head(answer));
    if (!head.word(0).equals("HEAD") && !answer.isBodiless()) {
      write(socket, body(answer));
    }
  }

  private static String head(Answered answer) {
    String measure =
        answer.isBodiless()
            ? ""
            : answer.trailers().isEmpty()
                ? "Content-Length: " + answer.body().length() + "\r\n"
                : "Transfer-Encoding: chunked\r\n";
    return "HTTP/1.1 "
        + answer.status()
        + " As told\r\n"
        + Fields.lines(answer.fields())
        + measure
        + "\r\n";
  }

  private static String body(Answered answer) {
    String bytes = answer.body();
    if (answer.trailers().isEmpty()) {
      return bytes;
    }
    StringBuilder chunks = new StringBuilder();
    int half = bytes.length() / 2;
    for (String chunk : List.of(bytes.substring(0, half), bytes.substring(half))) {
      if (!chunk.isEmpty()) {
        chunks.append(Integer.toHexString(chunk.length())).append("\r\n");
        chunks.append(chunk).append("\r\n");
      }
    }
    return chunks + "0\r\n" + Fields.lines(answer.trailers()) + "\r\n";
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    for (ServerSocket server : cells.values()) {
      server.close();
    }
    authority.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
