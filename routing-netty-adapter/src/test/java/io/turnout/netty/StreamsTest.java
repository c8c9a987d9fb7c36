// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.turnout.Tier;
import io.turnout.netty.Streams.Form;
import io.turnout.netty.Streams.Stream;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The handler in streams of HTTP/2, over sockets. */
@ParameterizedClass
@EnumSource(Form.class)
class StreamsTest {

  private static final String RULES =
      Deciding.RULES.replace("rules:", "body: { limit: 1MiB }\nrules:");

  @Parameter Form form = Form.FRAMES;

  private Deciding deciding = Deciding.standalone();
  private Streams streams;

  @BeforeEach
  void start() throws Exception {
    deciding = Deciding.by(RULES, Tier.STANDALONE);
    streams = new Streams(NettyRouting.of(deciding.router())::handler, form, new Buffers());
  }

  @AfterEach
  void stop() {
    streams.close();
    deciding.close();
  }

  private static Http2Headers head(String method, String path) {
    return new DefaultHttp2Headers().method(method).path(path).scheme("http").authority("a");
  }

  @Test
  void head_thatDecides_goesOnAndIsAnswered() throws Exception {
    Http2Headers head = head("GET", "/x").add("x-business-id", "2").add("turnout-key", "\"b:1\"");
    Stream stream = streams.open(head, true);

    Arrived arrived = streams.arrival();
    assertThat(arrived.line).isEqualTo("GET /x > eu-1");
    assertThat(arrived.fields).noneMatch(field -> field.startsWith("turnout"));
    assertThat(stream.next()).startsWith("200 ").contains("kept").doesNotContain("turnout");
  }

  @Test
  void trailers_areStrippedBothWays() throws Exception {
    Stream stream = streams.open(head("POST", "/plain"), false);
    stream.send("abc", false);
    Http2Headers trailers = new DefaultHttp2Headers().add("turnout-key", "x").add("kept", "z");
    stream.write(new DefaultHttp2HeadersFrame(trailers, true));

    assertThat(streams.arrival().trailers).containsExactly("kept");
    assertThat(stream.next()).startsWith("200 ");
    if (form == Form.FRAMES) {
      assertThat(stream.next()).isEqualTo("trailers [also-kept] end");
    }
  }

  @Test
  void bodyBeyondTheWindow_isHeldAndDecides() throws Exception {
    String body = "{\"x\":\"" + "y".repeat(300_000) + "\",\"id\":\"2\"}";
    Stream stream = streams.open(head("POST", "/body"), false);

    stream.send(body, true);

    Arrived arrived = streams.arrival();
    assertThat(arrived.line).isEqualTo("POST /body > eu-1");
    assertThat(arrived.body()).isEqualTo(body);
    assertThat(stream.next()).startsWith("200 ");
  }

  @Test
  void bodyBeyondTheWindow_flowsOnWhenAnotherThreadDecides() throws Exception {
    Http2Headers head = head("POST", "/x").add("x-business-id", "later");
    Stream stream = streams.open(head, false);
    String body = "z".repeat(500_000);
    stream.write(new DefaultHttp2DataFrame(stream.channel().alloc().buffer().writeZero(60_000)));
    stream.send(body, true);
    deciding.asked.get(20, TimeUnit.SECONDS);

    Thread other = new Thread(() -> deciding.lookup("later").complete("us-1"));
    other.start();
    other.join();

    Arrived arrived = streams.arrival();
    assertThat(arrived.line).isEqualTo("POST /x > us-1");
    assertThat(arrived.body()).hasSize(560_000);
  }

  @Test
  void undecidedStream_holdsUpNoOther() throws Exception {
    Stream waiting = streams.open(head("GET", "/a").add("x-business-id", "later"), true);
    deciding.asked.get(20, TimeUnit.SECONDS);
    Stream other = streams.open(head("GET", "/b").add("x-business-id", "2"), true);

    assertThat(streams.arrival().line).isEqualTo("GET /b > eu-1");
    assertThat(other.next()).startsWith("200");
    deciding.lookup("later").complete("us-1");
    assertThat(streams.arrival().line).isEqualTo("GET /a > us-1");
    assertThat(waiting.next()).startsWith("200");
  }

  @Test
  void refusal_endsTheStreamAndNotTheConnection() throws Exception {
    Stream refused = streams.open(head("POST", "/closed"), false);
    refused.send("abc", false);

    assertThat(refused.next()).startsWith("403 [:status, content-length, content-type");
    assertThat(refused.next()).contains("\"status\":403").endsWith(" end");
    assertThat(refused.next()).isEqualTo("reset 0");
    Stream next = streams.open(head("HEAD", "/closed"), true);
    assertThat(next.next()).startsWith("403 ").endsWith(" end");
    assertThat(streams.arrivals).isEmpty();
  }

  @Test
  void resetWhileHeld_leavesNothingBehind() throws Exception {
    Stream reset = streams.open(head("POST", "/body"), false);
    reset.send("{\"x\":", false);
    Stream waiting = streams.open(head("POST", "/x").add("x-business-id", "later"), false);
    waiting.send("abc", false);
    deciding.asked.get(20, TimeUnit.SECONDS);
    reset.reset();
    waiting.reset();

    Stream next = streams.open(head("GET", "/plain"), true);
    assertThat(next.next()).startsWith("200");
    deciding.lookup("later").complete("us-1");

    assertThat(streams.arrival().line).startsWith("GET /plain");
    assertThat(streams.arrivals).isEmpty();
  }

  @Test
  void leaveToSendABody_isGivenWhereItIsNeeded() throws Exception {
    Stream needed = streams.open(head("POST", "/body").add("expect", "100-continue"), false);
    assertThat(needed.next()).isEqualTo("100 [:status]");
    needed.send("{\"id\":\"1\"}", true);
    assertThat(needed.next()).startsWith("200");

    Stream refused = streams.open(head("POST", "/closed").add("expect", "100-continue"), false);
    assertThat(refused.next()).startsWith("403");
  }

  @Test
  void cookies_countInOneFieldAndInSeveral() throws Exception {
    streams.close();
    deciding.close();
    String rules =
        """
        turnout: 1
        rules:
          - name: cookie
            key: { namespace: business, from: [ { cookie: sid } ] }
        """;
    deciding = Deciding.by(rules, Tier.STANDALONE);
    streams = new Streams(NettyRouting.of(deciding.router())::handler, form, new Buffers());

    streams.open(head("GET", "/one").add("cookie", "a=1; sid=2"), true);
    streams.open(head("GET", "/two").add("cookie", "a=1").add("cookie", "sid=2"), true);

    assertThat(streams.arrival().line).isEqualTo("GET /one > eu-1");
    assertThat(streams.arrival().line).isEqualTo("GET /two > eu-1");
  }
}
