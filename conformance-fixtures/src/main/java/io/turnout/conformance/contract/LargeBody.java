// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.turnout.conformance.contract.RawConnection.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A body that is larger than anything that is held, sent before its request is decided. */
final class LargeBody {

  private static final int BYTES = 3 << 20;
  private static final int PIECE_BYTES = 1 << 16;
  private static final long STALLED_NANOS = 100_000_000;

  private final RawConnection client;
  private final Waiting waiting;
  private final byte[] body = new byte[BYTES];
  private final AtomicInteger sent = new AtomicInteger();

  LargeBody(RawConnection client, Waiting waiting) {
    this.client = client;
    this.waiting = waiting;
    new Random(1).nextBytes(body);
    byte[] start = "{\"id\":\"1\",\"rest\":\"".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(start, 0, body, 0, start.length);
  }

  /** Sends it, and lets the request be decided once no more of it is taken. */
  void arrivesWhole(String head, AdapterStage stage) throws Exception {
    stage.routing().hold();
    client.send(head + "Content-Length: " + body.length + "\r\n\r\n");
    Future<?> sending = sending();
    awaitStall();
    assertEquals(List.of(), stage.restOfDecisions());
    stage.routing().release();
    Answer answer = client.answer("POST");
    sending.get(Waiting.LIMIT.toSeconds(), TimeUnit.SECONDS);
    String text = new String(body, StandardCharsets.ISO_8859_1);
    Bodies.assertSame("the body upstream", text, stage.upstream().next().body());
    Bodies.assertSame("the body of the answer", text, answer.text());
  }

  private Future<?> sending() {
    ExecutorService sender = Executors.newSingleThreadExecutor();
    Future<?> sending =
        sender.submit(
            () -> {
              for (int from = 0; from < body.length; from += PIECE_BYTES) {
                client.send(Arrays.copyOfRange(body, from, from + PIECE_BYTES));
                sent.set(from + PIECE_BYTES);
              }
              return null;
            });
    sender.shutdown();
    return sending;
  }

  /** Waits until all is sent, or what was sent stays the same for a while. */
  private void awaitStall() {
    AtomicLong since = new AtomicLong(System.nanoTime());
    AtomicInteger seen = new AtomicInteger();
    waiting.until(
        "the client stalls",
        () -> {
          int now = sent.get();
          if (seen.getAndSet(now) != now) {
            since.set(System.nanoTime());
          }
          return now == body.length || System.nanoTime() - since.get() > STALLED_NANOS;
        });
  }
}
