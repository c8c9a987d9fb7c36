// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.ReadOnlyHttpHeaders;
import io.turnout.Tier;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The cookies of a decision: on the final answer, once. */
class CookiesTest {

  private static final String RULES =
      Deciding.RULES
          + """
          splits:
            - name: web
              id: { cookie: rid, max-age: 30m }
              stages: [ { name: a, weight: 1 } ]
          """;
  private static final String GET = "GET /plain HTTP/1.1\r\nHost: a\r\n";

  private final Buffers buffers = new Buffers();
  private final Deciding deciding = Deciding.by(RULES, Tier.STANDALONE);
  private final Pipe pipe = new Pipe(NettyRouting.of(deciding.router()), buffers);

  @AfterEach
  void close() {
    pipe.close();
    deciding.close();
  }

  /** The names of the cookies that were set since this was last asked. */
  private List<String> cookies() {
    return pipe.received()
        .lines()
        .filter(line -> line.regionMatches(true, 0, "Set-Cookie: ", 0, 12))
        .map(line -> line.substring(12).split("=", 2)[0])
        .toList();
  }

  private static FullHttpResponse answer(int status) {
    FullHttpResponse answer = Pipe.answer(status);
    answer.headers().add("Set-Cookie", "theirs=1");
    return answer;
  }

  @Test
  void cookie_isAddedToTheAnswer_whicheverItIs() {
    for (int status : new int[] {200, 204, 304, 404, 502}) {
      pipe.send(GET + "\r\n");
      pipe.write(answer(status));

      assertThat(cookies()).as("%s", status).containsExactly("theirs", "rid");
    }
  }

  @Test
  void cookie_isForNewUsersAlone() {
    pipe.send(GET + "Cookie: rid=known\r\n\r\n");
    pipe.write(answer(200));

    assertThat(cookies()).containsExactly("theirs");
  }

  @Test
  void interimAnswers_haveNone() {
    pipe.send(GET + "\r\n");
    pipe.write(Pipe.answer(100));
    pipe.write(Pipe.answer(103));
    assertThat(cookies()).isEmpty();
    pipe.write(Pipe.answer(200));
    assertThat(cookies()).containsExactly("rid");
  }

  @Test
  void upgrade_hasIt() {
    pipe.send(GET + "\r\n");
    pipe.write(answer(101));

    assertThat(cookies()).containsExactly("theirs", "rid");
  }

  @Test
  void rejections_haveNone() {
    pipe.send("GET /closed HTTP/1.1\r\nHost: a\r\n\r\n");

    assertThat(pipe.received()).startsWith("HTTP/1.1 403 ").doesNotContainIgnoringCase("cookie");
  }

  @Test
  void cookiesOfAWrongCell_areDropped_andOursIsNot() {
    pipe.send(GET + "\r\n");
    FullHttpResponse wrong = answer(421);
    wrong.headers().add("Turnout-Cell", "\"eu-1\"");
    pipe.write(wrong);

    assertThat(cookies()).containsExactly("rid");
  }

  @Test
  void answerWhoseFieldsAreReadOnly_goesOutAsItIs() {
    pipe.send(GET + "\r\n");
    HttpResponse answer =
        new DefaultHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.OK,
            new ReadOnlyHttpHeaders(false, "Content-Length", "0"));
    pipe.write(answer);
    pipe.write(LastHttpContent.EMPTY_LAST_CONTENT);

    assertThat(pipe.received()).startsWith("HTTP/1.1 200 ").doesNotContainIgnoringCase("cookie");
  }
}
