// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {

  @Test
  void path_isSplitAtSlashesAndThenDecoded() {
    check("/", "");
    check("/a", "a");
    check("/a/b", "a", "b");
    check("/a/", "a", "");
    check("//a", "", "a");
    check("/a//b", "a", "", "b");
    check("/a%2Fb/c", "a/b", "c");
    check("/a%2fb", "a/b");
    check("/a%252Fb", "a%2Fb");
    check("/%C3%A9/x", "é", "x");
    check("/\u00c3\u00a9/x", "é", "x");
    check("/%F0%9F%98%80", "😀");
    check("/a%20b+c", "a b+c");
  }

  @Test
  void path_endsAtTheFirstQuestionMark() {
    check("/a?b/c?d", "a");
    check("/?x=/..", "");
    check("/a%3Fb", "a?b");
  }

  @Test
  void path_keepsDataThatServersLikeToInterpret() {
    check("/a%5Cb", "a\\b");
    check("/api;x=1/t", "api;x=1", "t");
    check("/api%3Bx=1", "api;x=1");
    check("/a%23b", "a#b");
    check("/...", "...");
    check("/.a/b./..c", ".a", "b.", "..c");
    check("/..%2Fa", "../a");
    check("/.%20", ". ");
    check("/%E2%80%8B", "\u200b");
    check("/%C2%A0", "\u00a0");
  }

  @Test
  void plainPath_isASliceOfTheTargetItself() {
    String raw = "/a/b?c";
    RequestTarget target = RequestTarget.of(raw);
    assertThat(target.text()).isSameAs(raw);
    assertThat(target.from()).isEqualTo(1);
    assertThat(target.to()).isEqualTo(4);
    assertThat(target.raw()).isSameAs(raw);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/%",
        "/%4",
        "/%zz",
        "/a%2",
        "/%2/a", // broken escapes
        "/%ff",
        "/%C3",
        "/%C3/%A9",
        "/%C0%AF",
        "/%ED%A0%80",
        "/%F4%90%80%80",
        "/\u00ff", // no UTF-8
        "/\u0142", // no byte
        "/\0",
        "/a\tb",
        "/a\u007f",
        "/%00",
        "/a%0Ab",
        "/%7F",
        "/%C2%80",
        "/%C2%9F", // controls
        "/\u00c2\u0085",
        "/a\\b",
        "/\\",
        "/%41\\", // raw backslash
        "/.",
        "/..",
        "/a/.",
        "/a/./b",
        "/../a",
        "/a/..",
        "/./", // dots
        "/%2e",
        "/%2E%2e",
        "/.%2e/a",
        "/a/%2E./b",
        "/a/%2e",
        "/a#b",
        "/#",
        "/a/b#?c", // a fragment
        "http://h/..",
        "http://h/%",
        "http://h\\a",
        "http://h#a",
        "http:/a",
        "http:a/b",
        "a/b",
        "../a",
        "\\a",
        "?a=1",
        "*?a=1",
        "h:443#"
      })
  void malformed_isAStateAndHasNoPath(String raw) {
    RequestTarget target = RequestTarget.of(raw);
    assertThat(target.isMalformed()).isTrue();
    assertThat(target.hasPath()).isFalse();
    assertThat(target.raw()).isEqualTo(raw);
    assertThatThrownBy(target::text).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "example.com:443",
        "[::1]:443",
        "example.com",
        "",
        "http://h",
        "http://h:80",
        "http://h?a=1",
        "http://",
        "a.b+c-1://x"
      })
  void targetWithoutPath_isNotMalformed(String raw) {
    RequestTarget target = RequestTarget.of(raw);
    assertThat(target.hasPath()).isFalse();
    assertThat(target.isMalformed()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a?%", "/a?\\", "/a?..", "/a?\u00ff", "/a?\0", "/a?b#c", "/a?/./"})
  void query_doesNotMakeATargetMalformed(String raw) {
    assertThat(RequestTarget.of(raw).isMalformed()).isFalse();
    check(raw, "a");
  }

  @Test
  void absoluteForm_hasThePathAfterItsAuthority() {
    check("http://h/a/b?c", "a", "b");
    check("HTTPS://user@h:1/", "");
    check("http:///a", "a");
    check("http://h//a", "", "a");
    check("/http://h/a", "http:", "", "h", "a");
    assertThat(RequestTarget.of("http://h:1/a?b").authority()).isEqualTo("h:1");
    assertThat(RequestTarget.of("http://h?b").authority()).isEqualTo("h");
    assertThat(RequestTarget.of("/a").authority()).isNull();
    assertThat(RequestTarget.of("h:1").authority()).isNull();
  }

  @Test
  void toString_holdsNothingOfTheTarget() {
    assertThat(RequestTarget.of("/%41?b")).hasToString("target");
    assertThat(RequestTarget.of("/../x")).hasToString("malformed target");
    assertThat(RequestTarget.of("*")).hasToString("target without path");
  }

  private static void check(String raw, String... segments) {
    RequestTarget target = RequestTarget.of(raw);
    assertThat(target.isMalformed()).as(raw).isFalse();
    assertThat(target.hasPath()).as(raw).isTrue();
    List<String> found = new ArrayList<>();
    for (int start = target.from(); start <= target.to(); ) {
      int end = target.segmentEnd(start);
      found.add(target.text().substring(start, end));
      start = end + 1;
    }
    assertThat(found).as(raw).containsExactly(segments);
  }
}
