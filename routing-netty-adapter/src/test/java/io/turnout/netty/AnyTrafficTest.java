// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Connections with requests of all kinds, cut anywhere, on which look-ups, answers, pauses and
 * reads come in any order: every request goes on once, whole, in order, with its own decision.
 */
class AnyTrafficTest {

  private static final int SEEDS = 300;
  private static final int REQUESTS = 12;
  private static final int CUT_BYTES = 60;

  /** What must have passed, without how bodies were cut. */
  private final StringBuilder expected = new StringBuilder();

  private final StringBuilder requests = new StringBuilder();
  private final List<String> keys = new ArrayList<>();

  static LongStream seeds() {
    Long given = Long.getLong("turnout.seed");
    return given != null ? LongStream.of(given) : LongStream.range(0, SEEDS);
  }

  @ParameterizedTest(name = "-Dturnout.seed={0}")
  @MethodSource("seeds")
  void everyRequest_goesOnOnceWithItsOwnDecision(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < REQUESTS; i++) {
      add(random, i);
    }
    try (Deciding deciding = Deciding.standalone()) {
      Pipe pipe = new Pipe(NettyRouting.of(deciding.router()), new Buffers());
      int from = 0;
      while (from < requests.length()) {
        int to = Math.min(requests.length(), from + 1 + random.nextInt(CUT_BYTES));
        pipe.send(requests.substring(from, to));
        from = to;
        disturb(random, pipe, deciding);
      }
      finish(pipe, deciding);

      assertThat(String.join("", pipe.passed)).isEqualTo(expected.toString());
      assertThat(pipe.channel.config().isAutoRead()).isTrue();
      assertThat(pipe.channel.isOpen()).isTrue();
      pipe.close();
    }
  }

  private void add(Random random, int i) {
    String where = random.nextBoolean() ? "us-1" : "eu-1";
    String number = where.equals("us-1") ? "1" : "2";
    switch (random.nextInt(5)) {
      case 0 -> request("GET", "/h" + i, "X-Business-Id: " + number, "", where);
      case 1 -> request("POST", "/h" + i, "X-Business-Id: " + number, text(random), where);
      case 2 -> {
        String start = "{\"x\":\"" + text(random) + "\",\"id\":\"" + number + "\"";
        request("POST", "/body", "X: " + i, start + ",\"y\":\"" + text(random) + "\"}", where);
      }
      case 3 -> {
        String key = "later-" + i;
        keys.add(key);
        request("POST", "/l" + i, "X-Business-Id: " + key, text(random), "us-1");
      }
      default -> requests.append("GET /closed HTTP/1.1\r\nHost: a\r\n\r\n");
    }
  }

  private static String text(Random random) {
    return "abc".repeat(random.nextInt(100));
  }

  private void request(String method, String target, String field, String body, String where) {
    requests.append(method).append(' ').append(target).append(" HTTP/1.1\r\nHost: a\r\n");
    requests.append(field).append("\r\nContent-Length: ").append(body.length()).append("\r\n\r\n");
    requests.append(body);
    expected.append("event ").append(where).append(method).append(' ').append(target);
    expected.append(" > ").append(where).append(body).append("end[]");
  }

  private void disturb(Random random, Pipe pipe, Deciding deciding) {
    switch (random.nextInt(6)) {
      case 0 -> pipe.channel.config().setAutoRead(false);
      case 1 -> pipe.channel.config().setAutoRead(true);
      case 2 -> pipe.channel.read();
      case 3 -> decideOne(deciding);
      case 4 -> answerOne(pipe);
      default -> pipe.channel.runPendingTasks();
    }
  }

  private void decideOne(Deciding deciding) {
    if (!keys.isEmpty() && deciding.later.containsKey(keys.get(0))) {
      deciding.lookup(keys.remove(0)).complete("us-1");
    }
  }

  /** Answers the request that is under way, if it is whole and not answered. */
  private static void answerOne(Pipe pipe) {
    long ends = pipe.passed.stream().filter(word -> word.equals("end[]")).count();
    if (ends > pipe.answered) {
      pipe.answered++;
      pipe.write(Pipe.answer(200));
    }
  }

  private void finish(Pipe pipe, Deciding deciding) {
    pipe.channel.config().setAutoRead(true);
    for (int i = 0; i < 3 * REQUESTS; i++) {
      decideOne(deciding);
      answerOne(pipe);
      pipe.channel.runPendingTasks();
    }
    pipe.channel.config().setAutoRead(true);
    pipe.channel.read();
  }
}
