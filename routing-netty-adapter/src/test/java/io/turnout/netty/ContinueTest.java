// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that wait for leave to send their body. */
class ContinueTest {

  private static final String GO_ON = "HTTP/1.1 100 Continue\r\n\r\n";
  private static final String EXPECT = "Expect: 100-continue\r\nContent-Length: 10\r\n\r\n";

  private final Deciding deciding = Deciding.standalone();
  private final Pipe pipe = new Pipe(NettyRouting.of(deciding.router()), new Buffers());

  @AfterEach
  void close() {
    pipe.close();
    deciding.close();
  }

  @Test
  void bodyThatIsNeeded_isAskedForOnce() {
    pipe.send("POST /body HTTP/1.1\r\nHost: a\r\n" + EXPECT);
    assertThat(pipe.received()).isEqualTo(GO_ON);

    pipe.send("{\"id\":\"1\"");
    assertThat(pipe.heads).hasSize(1);
    assertThat(pipe.heads.get(0).headers().get("expect")).isEqualTo("100-continue");
    pipe.write(Pipe.answer(100));
    assertThat(pipe.received()).isEmpty();
    pipe.send("}");
    pipe.write(Pipe.answer(200));

    assertThat(pipe.received()).startsWith("HTTP/1.1 200");
  }

  @Test
  void bodyThatCameAlong_isNotAskedFor() {
    pipe.send("POST /body HTTP/1.1\r\nHost: a\r\n" + EXPECT + "{\"x\":");

    assertThat(pipe.received()).isEmpty();
    pipe.send("1}   ");
    assertThat(pipe.received()).startsWith("HTTP/1.1 404"); // no key in it, so no rule
  }

  @Test
  void bodyThatIsNotNeeded_isLeftToTheTarget() {
    pipe.send("POST /plain HTTP/1.1\r\nHost: a\r\n" + EXPECT);
    assertThat(pipe.received()).isEmpty();
    assertThat(pipe.heads).hasSize(1);

    pipe.write(Pipe.answer(100));

    assertThat(pipe.received()).isEqualTo(GO_ON);
  }

  @Test
  void lookup_asksForNothing() {
    pipe.send("POST /x HTTP/1.1\r\nHost: a\r\nX-Business-Id: later\r\n" + EXPECT);
    assertThat(pipe.received()).isEmpty();

    deciding.lookup("later").complete("us-1");

    assertThat(pipe.received()).isEmpty();
    assertThat(pipe.heads).hasSize(1);
  }

  @Test
  void refusal_comesInsteadAndCloses() {
    pipe.send("POST /closed HTTP/1.1\r\nHost: a\r\n" + EXPECT);

    assertThat(pipe.received()).startsWith("HTTP/1.1 403").contains("connection: close");
    assertThat(pipe.channel.isOpen()).isFalse();
  }

  @Test
  void refusalAfterALookup_comesWithoutLeave() {
    pipe.send("POST /x HTTP/1.1\r\nHost: a\r\nX-Business-Id: 9\r\n" + EXPECT);

    assertThat(pipe.received()).startsWith("HTTP/1.1 404").doesNotContain("100 Continue");
  }

  @Test
  void secondRequest_isAskedForItsBodyAfterTheFirstAnswer() {
    pipe.send("GET /plain HTTP/1.1\r\nHost: a\r\n\r\nPOST /body HTTP/1.1\r\nHost: a\r\n" + EXPECT);
    assertThat(pipe.received()).isEmpty();

    pipe.write(Pipe.answer(200));

    assertThat(pipe.received()).startsWith("HTTP/1.1 200").endsWith(GO_ON);
  }

  @Test
  void version10_isNotAsked() {
    pipe.send("POST /body HTTP/1.0\r\n" + EXPECT);

    assertThat(pipe.received()).isEmpty();
  }
}
