// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.request.TestHead;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JwtSourceTest {

  private static final TokenPlace BEARER = TokenPlace.header("Authorization", "Bearer");

  private static String token(String claims) {
    return token(ScanCheck.utf8(claims));
  }

  private static String token(byte[] claims) {
    return "eyJ4IjoxfQ." + Base64.getUrlEncoder().withoutPadding().encodeToString(claims) + ".c2ln";
  }

  private static String show(Extraction extraction) {
    return extraction.kind() == Extraction.Kind.FOUND
        ? extraction.value()
        : extraction.kind().toString();
  }

  private static String claim(String claims, String claim) {
    return bearer("Bearer " + token(claims), claim);
  }

  private static String bearer(String value, String claim) {
    TestHead head = TestHead.post("/").with("authorization", value);
    return show(Sources.jwt(BEARER, claim).read(head.request()));
  }

  @Test
  void claim_byNameOrPointer() {
    assertThat(claim("{\"sub\":\"x\",\"org\":{\"id\":7,\"l\":[\"a\",\"b\"]}}", "sub"))
        .isEqualTo("x");
    assertThat(claim("{\"org\":{\"id\":7,\"l\":[\"a\",\"b\"]}}", "/org/id")).isEqualTo("7");
    assertThat(claim("{\"org\":{\"id\":7,\"l\":[\"a\",\"b\"]}}", "/org/l/1")).isEqualTo("b");
    assertThat(claim("{\"a/b~c\":\"x\"}", "a/b~c")).isEqualTo("x");
    assertThat(claim("{\"a/b~c\":\"x\"}", "/a~1b~0c")).isEqualTo("x");
    assertThat(claim("{\"*\":\"x\",\"o\":{\"*\":\"y\"}}", "*")).isEqualTo("x");
    assertThat(claim("{\"*\":\"x\",\"o\":{\"*\":\"y\"}}", "/o/*")).isEqualTo("y");
    assertThat(claim("{\"o\":[\"y\"]}", "/o/*")).isEqualTo("ABSENT");
    assertThat(claim("{\"https://x.example/id\":-0}", "https://x.example/id")).isEqualTo("-0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "null", "true", "1.0", "1e3", "{}", "[\"x\"]", "\"\\ud800\""})
  void claim_ofAnotherKindIsAbsent(String value) {
    assertThat(claim("{\"sub\":" + value + "}", "sub")).isEqualTo("ABSENT");
    assertThat(claim("{\"sub\":\"x\",\"sub\":" + value + "}", "sub")).isEqualTo("ABSENT");
  }

  @Test
  void lastDuplicate_counts() {
    assertThat(claim("{\"sub\":\"a\",\"s\\u0075b\":\"b\"}", "sub")).isEqualTo("b");
    assertThat(claim("{\"o\":{\"i\":\"a\"},\"o\":{\"i\":\"b\",\"i\":\"c\"}}", "/o/i"))
        .isEqualTo("c");
    assertThat(claim("{\"o\":{\"i\":\"a\"},\"o\":{\"j\":\"b\"}}", "/o/i")).isEqualTo("ABSENT");
    assertThat(claim("{\"o\":{\"i\":\"a\"},\"o\":3}", "/o/i")).isEqualTo("ABSENT");
    assertThat(claim("{\"o\":3,\"o\":{\"i\":\"a\"},\"p\":{\"i\":\"z\"}}", "/o/i")).isEqualTo("a");
    assertThat(claim("{\"o\":[{\"i\":1,\"i\":2},{\"i\":3}]}", "/o/0/i")).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[{\"sub\":\"x\"}]",
        "\"x\"",
        "12",
        "{\"sub\":\"x\"",
        "{\"sub\":\"x\"}}",
        "{\"sub\":\"x\",}",
        "{\"sub\":\"x\"} {}",
        "{\"sub\":\"x\",\"y\":01}",
        "\u00ef{\"sub\":\"x\"}",
        "{\"sub\":\"x\"}\u0000"
      })
  void payload_mustBeOneObject(String claims) {
    assertThat(claim(claims, "sub")).isEqualTo("ABSENT");
    assertThat(claim(claims, "/0/sub")).isEqualTo("ABSENT");
  }

  @Test
  void payload_mayHaveBlanksAroundIt() {
    assertThat(claim(" {\"sub\":\"x\"}\n", "sub")).isEqualTo("x");
  }

  @Test
  void payload_mustBeUtf8() {
    assertThat(claim("{\"sub\":\"\u00e9\"}", "sub")).isEqualTo("\u00e9");
    String latin = "Bearer " + token(ScanCheck.raw("{\"sub\":\"x\",\"n\":\"\u00e9\"}"));
    assertThat(bearer(latin, "sub")).isEqualTo("ABSENT");
  }

  @Test
  void payload_depthAtTheLimitAndBeyond() {
    String deep = "{\"sub\":\"x\",\"d\":" + "[".repeat(63) + "]".repeat(63) + "}";
    assertThat(claim(deep, "sub")).isEqualTo("x");
    assertThat(claim(deep.replace("[]", "[[]]"), "sub")).isEqualTo("ABSENT");
  }

  @Test
  void token_ofThreeParts() {
    String payload = Base64.getUrlEncoder().withoutPadding().encodeToString("{\"a\":1}".getBytes());
    assertThat(bearer("Bearer e30." + payload + ".", "a")).isEqualTo("1");
    assertThat(bearer("Bearer not-JSON_at-all." + payload + ".sig", "a")).isEqualTo("1");
    for (String bad :
        new String[] {
          payload,
          "e30." + payload,
          "e30." + payload + ".x.y",
          "e3+." + payload + ".x",
          "e30=." + payload + ".x",
          "e30." + payload + "=.x",
          "e30." + payload + ".x=",
          "e30." + payload + ".\u00e9",
          "e30..x",
          "e30." + payload + "A.x",
          "e30 ." + payload + ".x",
          "..",
          "."
        }) {
      assertThat(bearer("Bearer " + bad, "a")).as(bad).isEqualTo("ABSENT");
    }
  }

  @Test
  void token_lengthAtTheLimitAndBeyond() {
    String token = token("{\"a\":1}");
    String longest = token + "x".repeat(TokenReader.MAX_TOKEN_BYTES - token.length());
    assertThat(bearer("Bearer " + longest, "a")).isEqualTo("1");
    assertThat(bearer("Bearer " + longest + "x", "a")).isEqualTo("ABSENT");
  }

  @Test
  void scheme_isCaseInsensitiveAndFollowedBySpaces() {
    String token = token("{\"a\":1}");
    assertThat(bearer("bEARER   " + token, "a")).isEqualTo("1");
    for (String bad :
        new String[] {token, "Basic " + token, "Bearer" + token, "Bearer", "Bearer\t" + token}) {
      assertThat(bearer(bad, "a")).isEqualTo("ABSENT");
    }
  }

  @Test
  void place_canBeHeaderCookieOrQuery() {
    String token = token("{\"a\":1}");
    TestHead head =
        TestHead.post("/?t=" + token)
            .with("X-Token", " " + token)
            .with("Cookie", "b=1; s=" + token);
    for (TokenPlace place :
        new TokenPlace[] {
          TokenPlace.header("x-TOKEN", null), TokenPlace.cookie("s"), TokenPlace.query("t")
        }) {
      assertThat(show(Sources.jwt(place, "a").read(head.request()))).isEqualTo("1");
    }
    TestHead twice = head.with("X-Token", token + "x").with("Cookie", "s=other");
    for (TokenPlace place :
        new TokenPlace[] {TokenPlace.header("X-Token", null), TokenPlace.cookie("s")}) {
      assertThat(show(Sources.jwt(place, "a").read(twice.request()))).isEqualTo("AMBIGUOUS");
    }
    assertThat(show(Sources.jwt(TokenPlace.query("u"), "a").read(head.request())))
        .isEqualTo("ABSENT");
  }

  @Test
  void source_refusesWhatCannotBe() {
    assertThatThrownBy(() -> Sources.jwt(BEARER, "")).hasMessageContaining("has no name");
    assertThatThrownBy(() -> Sources.jwt(BEARER, "/a~")).hasMessageContaining("/a~");
    assertThatThrownBy(() -> Sources.jwt(TokenPlace.header("a b", null), "x"))
        .hasMessageContaining("\"a b\"");
    assertThatThrownBy(() -> TokenPlace.header("a", "")).hasMessageContaining("one word");
    assertThatThrownBy(() -> TokenPlace.query("")).hasMessageContaining("no name");
    assertThatThrownBy(() -> new TokenPlace(TokenPlace.Kind.COOKIE, "c", "Bearer"))
        .hasMessageContaining("not in a cookie");
  }

  @Test
  void source_isAValueThatSaysWhatTheFileSaid() {
    assertThat(Sources.jwt(BEARER, "a")).isEqualTo(Sources.jwt(BEARER, "a"));
    assertThat(Sources.jwt(BEARER, "a")).hasSameHashCodeAs(Sources.jwt(BEARER, "a"));
    assertThat(Sources.jwt(BEARER, "a")).isNotEqualTo(Sources.jwt(BEARER, "/a"));
    assertThat(Sources.jwt(BEARER, "a").word()).isEqualTo("jwt");
    assertThat(Sources.jwt(BEARER, "a"))
        .hasToString("jwt: { token: { header: Authorization, scheme: Bearer }, claim: a }");
    assertThat(TokenPlace.cookie("s")).hasToString("{ cookie: s }");
  }
}
