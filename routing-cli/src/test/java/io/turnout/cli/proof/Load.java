// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.proof;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that ask for some targets in turn, each its next one when it has its answer and has
 * paused, until they are stopped.
 */
final class Load implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 5;

  /**
   * A request to make.
   *
   * @param key the route key that the rules find in it
   * @param path its path
   * @param business its {@code X-Business-Id}; empty for none
   */
  record Ask(String key, String path, String business) {

    /** One that names its business in a header. */
    static Ask business(String id) {
      return new Ask("business:" + id, "/v1/payments", id);
    }
  }

  /**
   * What a client saw.
   *
   * @param status 0 if there was no answer
   * @param cell what the answer says of its cell, or why there was none
   */
  record Seen(String id, String key, int status, String cell) {}

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;
  private final AtomicInteger count = new AtomicInteger();
  private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();

  /** Clients of a gateway on loopback, none of which has begun. */
  Load(int port) {
    this.port = port;
  }

  /** Lets one more client begin. */
  void add(List<Ask> asks) {
    Thread thread = new Thread(() -> run(asks), "load-" + threads.size());
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void run(List<Ask> asks) {
    try {
      for (int i = threads.size(); !stopping.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS); i++) {
        ask(asks.get(i % asks.size()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes one request. */
  Seen ask(Ask ask) {
    String id = String.valueOf(count.incrementAndGet());
    Seen answer;
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + ask.path() + "?id=" + id))
              .timeout(TIMEOUT);
      if (!ask.business().isEmpty()) {
        request.header("X-Business-Id", ask.business());
      }
      var response = client.send(request.build(), BodyHandlers.ofString());
      String cell = response.headers().firstValue(LoggingCells.NAME_FIELD).orElse(response.body());
      answer = new Seen(id, ask.key(), response.statusCode(), cell);
    } catch (IOException e) {
      answer = new Seen(id, ask.key(), 0, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answer = new Seen(id, ask.key(), 0, e.toString());
    }
    seen.add(answer);
    return answer;
  }

  /** Everything that was answered, or not, so far. */
  List<Seen> seen() {
    return List.copyOf(seen);
  }

  /** Lets each client end after the request that it is in. */
  void stop() {
    stopping.countDown();
    for (Thread thread : threads) {
      try {
        thread.join(TIMEOUT.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    stop();
  }
}
