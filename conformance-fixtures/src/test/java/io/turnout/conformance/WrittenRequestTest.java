// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.request.BodyPresence;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WrittenRequestTest {

  private static WrittenRequest repeated(long times) {
    return WrittenRequest.parse(
        "{\"body-repeat\":{\"before\":\"<\",\"text\":\"ab\",\"times\":" + times + "}}");
  }

  @Test
  void fields_keepTheirNamesAndOrder() {
    WrittenRequest request =
        WrittenRequest.parse(
            """
            {"headers":[["X-B","é"],["a","1"],["x-b",{"base64":"/w=="}]]}
            """);
    assertThat(request.fields())
        .containsExactly(
            new WrittenRequest.Field("X-B", "\u00c3\u00a9"),
            new WrittenRequest.Field("a", "1"),
            new WrittenRequest.Field("x-b", "\u00ff"));
    FixtureRequest head = FixtureRequest.whole(request);
    assertThat(head.headerNames()).containsExactly("x-b", "a");
    assertThat(head.header("x-b", 1)).isEqualTo("\u00ff");
    assertThat(head.header("x-b", 2)).isNull();
  }

  @Test
  void body_isToldOfByTheHeadUnlessItComesInPieces() {
    WrittenRequest some = WrittenRequest.parse("{\"body\":\"a\"}");
    assertThat(FixtureRequest.whole(some).body()).isEqualTo(BodyPresence.SOME);
    assertThat(FixtureRequest.inPieces(some).body()).isEqualTo(BodyPresence.UNKNOWN);
    WrittenRequest none = WrittenRequest.parse("{}");
    assertThat(FixtureRequest.whole(none).body()).isEqualTo(BodyPresence.NONE);
    assertThat(FixtureRequest.inPieces(none).body()).isEqualTo(BodyPresence.NONE);
    WrittenRequest empty = WrittenRequest.parse("{\"body\":\"\"}");
    assertThat(FixtureRequest.whole(empty).body()).isEqualTo(BodyPresence.UNKNOWN);
  }

  @Test
  void repeatedBody_mayHaveTheMostBytesAndNoMore() {
    assertThat(repeated(2).body()).isEqualTo("<abab".getBytes(StandardCharsets.UTF_8));
    assertThat(repeated(WrittenRequest.MAX_BODY_BYTES / 2).bodyLength())
        .isEqualTo(WrittenRequest.MAX_BODY_BYTES + 1);
    for (long times : new long[] {WrittenRequest.MAX_BODY_BYTES / 2 + 1, Long.MAX_VALUE, -1}) {
      assertThatThrownBy(() -> repeated(times))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("times " + times)
          .hasMessageContaining(String.valueOf(WrittenRequest.MAX_BODY_BYTES));
    }
  }

  @Test
  void whatIsNoJson_isRefused() {
    assertThatThrownBy(() -> WrittenRequest.parse("{"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no JSON");
  }
}
