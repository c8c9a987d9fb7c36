// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.turnout.request.RequestTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathTemplateTest {

  @Test
  void literal_isComparedWithDecodedSegments() {
    fits("/", "/");
    fits("/a/b", "/a/b", "/%61/b", "/a/b?c");
    fitsNot("/a/b", "/a", "/a/b/", "/a//b", "/A/b", "/a%2Fb", "/a/b/c", "/a/bc", "/");
    fits("/a/", "/a/");
    fitsNot("/a/", "/a", "/a//");
    fits("/a//b", "/a//b");
    fitsNot("/a//b", "/a/b", "/a/x/b");
    fits("/é", "/%C3%A9", "/\u00c3\u00a9");
    fits("/a b+c", "/a%20b+c");
    fits("/r/name:verb", "/r/name:verb", "/r/name%3Averb");
    fits("/x;y", "/x;y", "/x%3By");
  }

  @Test
  void literal_isItselfNotDecoded() {
    fits("/a%2Fb", "/a%252Fb");
    fitsNot("/a%2Fb", "/a%2Fb", "/a/b");
    fits("/a?b#c\\d", "/a%3Fb%23c%5Cd");
  }

  @Test
  void star_isOneSegmentThatIsNotEmpty() {
    fits("/a/*/b", "/a/x/b", "/a/%20/b", "/a/x%2Fy/b");
    fitsNot("/a/*/b", "/a//b", "/a/b", "/a/x/y/b");
    fits("/*", "/a");
    fitsNot("/*", "/", "/a/", "//");
  }

  @Test
  void rest_isAnythingAlsoNone() {
    fits("/a/**", "/a", "/a/", "/a/b", "/a/b/c", "/a//", "/a//b");
    fitsNot("/a/**", "/", "/ab", "/b/a", "//a");
    fits("/**", "/", "/a", "//", "/a/b/");
    fits("/{x}/**", "/a", "/a/");
    fitsNot("/{x}/**", "/", "//a");
    fits("/a//**", "/a/", "/a//", "/a//b");
    fitsNot("/a//**", "/a", "/a/b");
  }

  @Test
  void capture_isOneDecodedSegmentThatIsNotEmpty() {
    captures("/t/{id}", "/t/42", "id", "42");
    captures("/t/{id}", "/t/a%2Fb", "id", "a/b");
    captures("/t/{id}", "/t/a%5Cb", "id", "a\\b");
    captures("/t/{id}", "/t/%C3%A9", "id", "é");
    captures("/t/{id}/x", "/t/a%252Fb/x", "id", "a%2Fb");
    captures("/{a}/{b}/**", "/1/2/3", "b", "2");
    captures("/{a-1_B}", "/x", "a-1_B", "x");
    captures("/api;x=1/{t}", "/api;x=1/t1", "t", "t1");
    fitsNot("/t/{id}", "/t/", "/t", "/t/a/", "/t//a", "/t/a/b");
  }

  @Test
  void capture_canHaveLiteralTextAround() {
    captures("/@{user}", "/@joe", "user", "joe");
    captures("/@{user}", "/%40joe", "user", "joe");
    captures("/{id}.json", "/a.b.json", "id", "a.b");
    captures("/{id}.json", "/.json.json", "id", ".json");
    captures("/x-{id}-x", "/x---x", "id", "-");
    fitsNot("/@{user}", "/joe", "/@", "/@/joe");
    fitsNot("/{id}.json", "/.json", "/a.JSON", "/a.json/", "/a");
    fitsNot("/x-{id}-x", "/x-x", "/x--x");
    fitsNot("/aa{id}aa", "/aaa", "/aaaa");
  }

  @Test
  void capture_canBeLimitedByARegexOverTheWholeOfIt() {
    captures("/{id:[0-9]+}", "/42", "id", "42");
    captures("/{id:[0-9]{2}}/x", "/42/x", "id", "42");
    captures("/{id:a/b}", "/a%2Fb", "id", "a/b");
    captures("/{id:a|ab}", "/ab", "id", "ab");
    captures("/v{n:[0-9]+}.json", "/v1.json", "n", "1");
    captures("/{id:x*}", "/xx", "id", "xx");
    captures("/{id:é+}", "/%C3%A9", "id", "é");
    captures("/{id:plain}", "/plain", "id", "plain");
    captures("/{id:a:b}", "/a:b", "id", "a:b");
    fitsNot("/{id:[0-9]+}", "/42a", "/a42", "/");
    fitsNot("/{id:x*}", "/");
    fitsNot("/{id:plain}", "/plains", "/Plain");
    fitsNot("/{id:[0-9]{2}}", "/4", "/423");
  }

  @Test
  void capture_isNullWhereThereIsNone() {
    PathTemplate template = PathTemplate.parse("/a/{x}/@{y}");
    assertThat(template.captureNames()).containsExactly("x", "y");
    assertThat(template.capture(RequestTarget.of("/a/1/@2"), "z")).isNull();
    assertThat(template.capture(RequestTarget.of("/a"), "x")).isNull();
    assertThat(template.capture(RequestTarget.of("/a/1/@"), "y")).isNull();
    assertThat(template.capture(RequestTarget.of("*"), "x")).isNull();
    assertThat(template.capture(RequestTarget.of("/a/%/@2"), "y")).isNull();
  }

  @Test
  void targetWithoutAWellFormedPath_fitsNothing() {
    fitsNot("/**", "*", "h:443", "http://h", "/%", "/..", "/a\\b");
    fits("/**", "http://h/");
  }

  @Test
  void template_isAValue() {
    PathTemplate template = PathTemplate.parse("/a/{x:[0-9]+}/**");
    assertThat(template)
        .hasToString("/a/{x:[0-9]+}/**")
        .isEqualTo(PathTemplate.parse(template.text()));
    assertThat(template).hasSameHashCodeAs(PathTemplate.parse(template.text()));
    assertThat(template).isNotEqualTo(PathTemplate.parse("/a/{x:[0-9]+}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``            | must begin with "/"
          a/b           | must begin with "/"
          *             | must begin with "/"
          /a*           | "*" beside other text
          /*a/b         | "*" beside other text
          /***          | "*" beside other text
          /*{x}         | "*" beside other text
          /{x}*         | "*" beside other text
          /**/a         | "**" before its end
          /a/**/        | "**" before its end
          /**/**        | "**" before its end
          /a**          | "*" beside other text
          /{x           | "{" that is not closed
          /{x:a{2}      | "{" that is not closed
          /x}           | "}" without a "{"
          /{x}}         | "}" without a "{"
          /{x}{y}       | two captures in the segment "{x}{y}"
          /{x}-{y}      | two captures
          /{}           | a capture named ""
          /{1x}         | a capture named "1x"
          /{-x}         | a capture named "-x"
          /{x y}        | a capture named "x y"
          /{é}          | a capture named "é"
          /{x.y}        | a capture named "x.y"
          /{:a}         | a capture named ""
          /{*}          | a capture named "*"
          /{{x}}        | a capture named "{x}"
          /{x}/{x}      | captures "x" twice
          /{x:a}/b/{x}  | captures "x" twice
          /{x:}         | nothing after "x:"
          /{x:[}        | limits a capture wrongly
          /{x:(?=a)}    | RE2
          /a/./b        | the segment "."
          /..           | the segment ".."
          """)
  void mistake_isNamed(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PathTemplate.parse(text))
        .withMessageContaining(message)
        .withMessageContaining("\"" + text + "\"");
  }

  @Test
  void controlCharacter_isAMistake() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PathTemplate.parse("/a\tb"))
        .withMessageContaining("control character");
  }

  @Test
  void segments_areLimited() {
    String most = "/a".repeat(PathTemplate.MAX_SEGMENTS);
    fits(most, most);
    fits(most + "/**", most + "/x");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PathTemplate.parse(most + "/a"))
        .withMessageContaining("more than 256 segments");
  }

  private static void fits(String template, String... targets) {
    for (String target : targets) {
      assertThat(PathTemplate.parse(template).fits(RequestTarget.of(target)))
          .as("%s fits %s", template, target)
          .isTrue();
    }
  }

  private static void fitsNot(String template, String... targets) {
    for (String target : targets) {
      assertThat(PathTemplate.parse(template).fits(RequestTarget.of(target)))
          .as("%s fits %s", template, target)
          .isFalse();
    }
  }

  private static void captures(String template, String target, String name, String value) {
    fits(template, target);
    assertThat(PathTemplate.parse(template).capture(RequestTarget.of(target), name))
        .as("%s in %s", template, target)
        .isEqualTo(value);
  }
}
