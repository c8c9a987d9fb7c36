// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who reads when: no more comes than somebody wants, and nobody's pause is passed over. */
class DemandTest {

  private static final String LATER =
      "POST /x HTTP/1.1\r\nHost: a\r\nX-Business-Id: later\r\nContent-Length: 9\r\n\r\n";

  private final Deciding deciding = Deciding.standalone();
  private final Pipe pipe = new Pipe(NettyRouting.of(deciding.router()), new Buffers());

  @AfterEach
  void close() {
    pipe.close();
    deciding.close();
  }

  private void decide() {
    deciding.lookup("later").complete("us-1");
    pipe.channel.runPendingTasks();
  }

  @Test
  void lookup_stopsReadingAtThePieceThatIsNotNeeded() {
    pipe.send(LATER);
    assertThat(pipe.channel.config().isAutoRead()).isTrue();

    pipe.send("abc");
    assertThat(pipe.channel.config().isAutoRead()).isFalse();
    int reads = pipe.reads();
    pipe.send("def"); // was on its way already
    pipe.channel.read();

    assertThat(pipe.reads()).isEqualTo(reads);
    assertThat(pipe.passed).isEmpty();
    decide();
    assertThat(pipe.passed).containsExactly("event us-1", "POST /x > us-1", "abc", "def");
    assertThat(pipe.channel.config().isAutoRead()).isTrue();
    assertThat(pipe.reads()).isGreaterThan(reads);
  }

  @Test
  void readingThatIsSwitchedOnMeanwhile_isSwitchedOffAgain() {
    pipe.send(LATER + "abc");

    pipe.channel.config().setAutoRead(true);
    pipe.send("def");

    assertThat(pipe.channel.config().isAutoRead()).isFalse();
    assertThat(pipe.passed).isEmpty();
  }

  @Test
  void pauseOfTheHandlerBehind_holdsWhatWasHeld() {
    pipe.send(LATER + "abc");
    pipe.send("def");
    pipe.onMessage =
        () -> {
          pipe.channel.config().setAutoRead(false);
          pipe.onMessage = () -> {};
        };

    decide();
    assertThat(pipe.passed).containsExactly("event us-1", "POST /x > us-1");
    pipe.send("ghi");
    assertThat(pipe.passed).hasSize(2);
    pipe.channel.read();
    assertThat(pipe.passed).endsWith("POST /x > us-1", "abc");
    pipe.channel.config().setAutoRead(true);

    assertThat(pipe.passed).endsWith("abc", "def", "ghi", "end[]");
  }

  @Test
  void readingByHand_getsOnePieceForEachRead() {
    pipe.channel.config().setAutoRead(false);
    pipe.channel.read();
    pipe.send(LATER);
    pipe.send("abc");
    pipe.send("def");

    decide();
    assertThat(pipe.passed).containsExactly("event us-1", "POST /x > us-1");
    int reads = pipe.reads();
    pipe.channel.read();
    assertThat(pipe.passed).endsWith("abc");
    pipe.channel.read();
    assertThat(pipe.passed).endsWith("def");
    assertThat(pipe.reads()).isEqualTo(reads);
    pipe.channel.read();

    assertThat(pipe.reads()).isEqualTo(reads + 1);
    assertThat(pipe.channel.config().isAutoRead()).isFalse();
  }

  @Test
  void readingByHand_isDoneForABodyThatIsNeeded() {
    pipe.channel.config().setAutoRead(false);
    pipe.channel.read();
    int reads = pipe.reads();

    pipe.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n");
    assertThat(pipe.reads()).isGreaterThan(reads);
    reads = pipe.reads();
    pipe.send("{\"id\"");
    assertThat(pipe.reads()).isGreaterThan(reads);
    pipe.send(":\"1\"}");

    assertThat(pipe.passed).startsWith("event us-1", "POST /body > us-1");
    assertThat(pipe.channel.config().isAutoRead()).isFalse();
  }

  @Test
  void readingByHand_getsEachHeldPieceOfABodyForItself() {
    String start = "{\"x\":\"" + "y".repeat(2_000);
    pipe.channel.config().setAutoRead(false);
    pipe.channel.read();
    pipe.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n");
    pipe.send(start);
    pipe.send("\",\"id\":\"1\"");
    assertThat(pipe.passed).containsExactly("event us-1", "POST /body > us-1");
    int reads = pipe.reads();

    pipe.channel.read();
    assertThat(pipe.passed).endsWith("POST /body > us-1", start);
    pipe.channel.read();
    assertThat(pipe.passed).endsWith(start, "\",\"id\":\"1\"");
    assertThat(pipe.reads()).isEqualTo(reads);
  }

  @Test
  void readingByHand_getsTheHeadAloneWhereOnePieceDecides() {
    pipe.channel.config().setAutoRead(false);
    pipe.channel.read();
    pipe.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n");
    pipe.send("{\"id\":\"1\"");
    assertThat(pipe.passed).containsExactly("event us-1", "POST /body > us-1");

    pipe.channel.read();

    assertThat(pipe.passed).endsWith("{\"id\":\"1\"");
  }

  @Test
  void readOfTheHandlerBehind_isPassedOnOnceTheRequestIs() {
    pipe.channel.config().setAutoRead(false);
    pipe.channel.read();
    pipe.send(LATER);
    int reads = pipe.reads();
    pipe.channel.read();
    assertThat(pipe.reads()).isEqualTo(reads);

    decide();

    assertThat(pipe.reads()).isEqualTo(reads + 1);
  }

  @Test
  void nextRequest_stopsReadingUntilTheAnswer() {
    pipe.send("GET /plain HTTP/1.1\r\nHost: a\r\n\r\n");
    assertThat(pipe.channel.config().isAutoRead()).isTrue();

    pipe.send("GET /plain HTTP/1.1\r\nHost: a\r\n\r\n");
    assertThat(pipe.channel.config().isAutoRead()).isFalse();
    pipe.write(Pipe.answer(200));
    pipe.channel.runPendingTasks();

    assertThat(pipe.heads).hasSize(2);
    assertThat(pipe.channel.config().isAutoRead()).isTrue();
  }
}
