// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a client and a server and does to requests what networks and services do: delays,
 * resets, errors, answers that break off, answers that never come.
 */
public final class FaultProxy implements AutoCloseable {

  /** Decides what happens to a request. */
  public interface Plan {

    /**
     * What happens to one.
     *
     * @param operation such as {@code GetItem}
     */
    Fault to(String operation);
  }

  /** What happens to a request. */
  public sealed interface Fault {

    /** It is answered as if nothing stood between. */
    record None() implements Fault {}

    /** It is answered later. */
    record Late(long millis) implements Fault {}

    /** Its connection is reset, and the server never sees it. */
    record Reset() implements Fault {}

    /** The server carries it out, and the connection is reset instead of the answer. */
    record LostAnswer() implements Fault {}

    /** It gets another answer, and the server never sees it. */
    record Answer(int status, String json) implements Fault {}

    /** The first half of its answer comes, and then the connection ends. */
    record Half() implements Fault {}

    /** Nothing comes. */
    record BlackHole() implements Fault {}
  }

  private static final int BACKLOG = 50;
  private static final Set<String> NOT_PASSED_ON =
      Set.of("host", "connection", "content-length", "transfer-encoding", "expect", "upgrade");

  private final InetSocketAddress address;
  private final URI server;
  private final HttpClient upstream = HttpClient.newHttpClient();
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicInteger requests = new AtomicInteger();
  private volatile Plan plan = operation -> new Fault.None();
  private ServerSocket listener;
  private Thread accepting = new Thread();
  private Socket placeholder = new Socket();

  private FaultProxy(URI server) throws IOException {
    this.server = server;
    this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    this.address = (InetSocketAddress) listener.getLocalSocketAddress();
  }

  /** Begins to listen, with no faults. */
  public static FaultProxy before(URI server) {
    try {
      FaultProxy proxy = new FaultProxy(server);
      proxy.accept(proxy.listener);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it listens. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + address.getPort());
  }

  /** What happens to requests from now on. */
  public void plan(Plan plan) {
    this.plan = plan;
  }

  /** The same for all requests from now on. */
  public void always(Fault fault) {
    plan = operation -> fault;
  }

  /** That for the next requests of an operation, and then nothing any more. */
  public void next(int count, String of, Fault fault) {
    AtomicInteger left = new AtomicInteger(count);
    plan =
        operation -> operation.equals(of) && left.getAndDecrement() > 0 ? fault : new Fault.None();
  }

  /** How many requests have come. */
  public int requests() {
    return requests.get();
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /**
   * Refuses connections and ends those there are, as where no server runs any more. The port stays
   * taken, so that nobody else gets it.
   */
  public synchronized void goDown() {
    try {
      listener.close();
      accepting.join(); // the port is free when nobody is in accept any more
      placeholder = new Socket();
      placeholder.setReuseAddress(true);
      placeholder.bind(address);
      for (Socket connection : connections) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Listens again where it did before it went down. */
  public synchronized void comeUp() {
    try {
      placeholder.close();
      listener = new ServerSocket(address.getPort(), BACKLOG, address.getAddress());
      accept(listener);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(ServerSocket from) {
    accepting =
        daemon(
            "fault-proxy",
            () -> {
              while (!from.isClosed()) {
                try {
                  Socket connection = from.accept();
                  connections.add(connection);
                  daemon("fault-proxy-connection", () -> serve(connection));
                } catch (IOException e) {
                  return; // closed
                }
              }
            });
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = connection.getInputStream();
      while (true) {
        Map<String, String> head = head(in);
        if (head.isEmpty()) {
          return;
        }
        byte[] body = in.readNBytes(Integer.parseInt(head.getOrDefault("content-length", "0")));
        requests.incrementAndGet();
        if (!answer(connection, head, body)) {
          return;
        }
      }
    } catch (IOException e) {
      // the client has gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.remove(connection);
    }
  }

  /** Answers a request; whether the connection stays. */
  private boolean answer(Socket connection, Map<String, String> head, byte[] body)
      throws IOException, InterruptedException {
    String target = head.getOrDefault("x-amz-target", "");
    Fault fault = plan.to(target.substring(target.indexOf('.') + 1));
    OutputStream out = connection.getOutputStream();
    if (fault instanceof Fault.Reset) {
      return reset(connection);
    } else if (fault instanceof Fault.LostAnswer) {
      forward(head, body);
      return reset(connection);
    } else if (fault instanceof Fault.BlackHole) {
      closed.await();
      return false;
    } else if (fault instanceof Fault.Answer other) {
      byte[] json = other.json().getBytes(UTF_8);
      write(out, other.status(), Map.of(), json, json.length);
      return true;
    } else if (fault instanceof Fault.Late late) {
      if (closed.await(late.millis(), TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    HttpResponse<byte[]> response = forward(head, body);
    Map<String, String> headers = new TreeMap<>();
    response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
    boolean half = fault instanceof Fault.Half;
    int sent = half ? response.body().length / 2 : response.body().length;
    write(out, response.statusCode(), headers, response.body(), sent);
    return !half;
  }

  private static boolean reset(Socket connection) throws IOException {
    connection.setSoLinger(true, 0);
    return false;
  }

  private HttpResponse<byte[]> forward(Map<String, String> head, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server).POST(HttpRequest.BodyPublishers.ofByteArray(body));
    head.forEach(
        (name, value) -> {
          if (!NOT_PASSED_ON.contains(name)) {
            request.header(name, value);
          }
        });
    return upstream.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private static void write(
      OutputStream out, int status, Map<String, String> headers, byte[] body, int sent)
      throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Said\r\n");
    headers.forEach(
        (name, value) -> {
          if (!NOT_PASSED_ON.contains(name)) {
            head.append(name).append(": ").append(value).append("\r\n");
          }
        });
    head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
    out.write(head.toString().getBytes(ISO_8859_1));
    out.write(body, 0, sent);
    out.flush();
  }

  /** The header fields of the next request; none if the connection has ended. */
  private static Map<String, String> head(InputStream in) throws IOException {
    Map<String, String> fields = new TreeMap<>();
    String line = line(in);
    while (!line.isEmpty()) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.indexOf(' ') > colon) {
        fields.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
      line = line(in);
    }
    return fields;
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(ISO_8859_1);
  }

  @Override
  public synchronized void close() {
    closed.countDown();
    try {
      listener.close();
      placeholder.close();
      for (Socket connection : connections) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
