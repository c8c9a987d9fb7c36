// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.request.BodyPresence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurlArgumentsTest {

  @TempDir Path folder;

  private static CurlRequest read(String... arguments) throws IOException {
    return CurlArguments.read(List.of(arguments));
  }

  private static String body(CurlRequest request) {
    return new String(request.content(), StandardCharsets.UTF_8);
  }

  @Test
  void url_givesSchemeHostAndTargetAsTheyStand() throws IOException {
    CurlRequest request = read("https://me:pw@api.example.com:8443/a/%zz/../b?x=1&y#end");
    assertThat(request.method()).isEqualTo("GET");
    assertThat(request.scheme()).isEqualTo("https");
    assertThat(request.target()).isEqualTo("/a/%zz/../b?x=1&y");
    assertThat(request.header("host", 0)).isEqualTo("api.example.com:8443");
    assertThat(request.header("host", 1)).isNull();
    assertThat(request.body()).isEqualTo(BodyPresence.NONE);
    assertThat(read("example.com").target()).isEqualTo("/");
    assertThat(read("example.com?x=1").target()).isEqualTo("/?x=1");
    assertThat(read("/only/path").target()).isEqualTo("/only/path");
    assertThat(read("/only/path").scheme()).isEqualTo("http");
  }

  @Test
  void methodComesFirstOrByOptionOrByBody() throws IOException {
    assertThat(read("PUT", "/x").method()).isEqualTo("PUT");
    assertThat(read("curl", "/x", "-X", "PATCH").method()).isEqualTo("PATCH");
    assertThat(read("/x", "--request=DELETE").method()).isEqualTo("DELETE");
    assertThat(read("/x", "-XDELETE").method()).isEqualTo("DELETE");
    assertThat(read("/x", "-I").method()).isEqualTo("HEAD");
    assertThat(read("/x", "-d", "a").method()).isEqualTo("POST");
    assertThat(read("/x", "-d", "").method()).isEqualTo("POST");
    assertThat(read("/x", "-d", "").body()).isEqualTo(BodyPresence.NONE);
  }

  @Test
  void headers_keepOrderAndRepetition() throws IOException {
    CurlRequest request = read("/x", "-H", "X-A: 1", "-Hx-a:2", "-H", "Host: other", "-b", "s=1");
    assertThat(request.header("x-a", 0)).isEqualTo("1");
    assertThat(request.header("x-a", 1)).isEqualTo("2");
    assertThat(request.header("x-a", 2)).isNull();
    assertThat(request.header("host", 0)).isEqualTo("other");
    assertThat(request.header("host", 1)).isNull();
    assertThat(request.header("cookie", 0)).isEqualTo("s=1");
    assertThat(request.headerNames()).containsExactly("X-A", "x-a", "Host", "Cookie");
  }

  @Test
  void charactersBeyondAscii_becomeBytesOfUtf8() throws IOException {
    assertThat(read("/ü", "-H", "X-A: é").target()).isEqualTo("/\u00c3\u00bc");
    assertThat(read("/ü", "-H", "X-A: é").header("x-a", 0)).isEqualTo("\u00c3\u00a9");
  }

  @Test
  void data_isJoinedAndTyped() throws IOException {
    CurlRequest form = read("/x", "-d", "a=1", "--data-urlencode", "b=x y", "--data-raw", "@c");
    assertThat(body(form)).isEqualTo("a=1&b=x+y&@c");
    assertThat(form.header("content-type", 0)).isEqualTo("application/x-www-form-urlencoded");
    CurlRequest json = read("/x", "--json", "{}");
    assertThat(body(json)).isEqualTo("{}");
    assertThat(json.header("content-type", 0)).isEqualTo("application/json");
    assertThat(json.header("accept", 0)).isEqualTo("application/json");
    assertThat(read("/x", "--json", "{}", "-H", "Accept: */*").header("accept", 1)).isNull();
    assertThat(body(read("/x", "-d", "a\nb"))).isEqualTo("a\nb");
    CurlRequest own = read("/x", "-d", "{}", "-H", "content-type: text/plain");
    assertThat(own.header("content-type", 0)).isEqualTo("text/plain");
    assertThat(own.header("content-type", 1)).isNull();
  }

  @Test
  void file_isReadAsItIsOrWithoutLineEnds() throws IOException {
    String file = "@" + Files.writeString(folder.resolve("body"), "a=1\r\nb=2\n");
    assertThat(body(read("/x", "-d", file))).isEqualTo("a=1b=2");
    assertThat(body(read("/x", "--data-binary", file))).isEqualTo("a=1\r\nb=2\n");
  }

  @Test
  void get_movesTheDataIntoTheQuery() throws IOException {
    CurlRequest request = read("/x?a=1", "-G", "-d", "b=2");
    assertThat(request.method()).isEqualTo("GET");
    assertThat(request.target()).isEqualTo("/x?a=1&b=2");
    assertThat(request.body()).isEqualTo(BodyPresence.NONE);
  }

  @Test
  void user_becomesAuthorization() throws IOException {
    assertThat(read("/x", "-u", "me:pw").header("authorization", 0)).isEqualTo("Basic bWU6cHc=");
  }

  @Test
  void optionsThatChangeNothing_areSkippedAloneAndTogether() throws IOException {
    CurlRequest request =
        read("curl", "-sSk", "--compressed", "-sXPUT", "-o", "/dev/null", "-vH", "X-A: 1", "/x");
    assertThat(request.method()).isEqualTo("PUT");
    assertThat(request.target()).isEqualTo("/x");
    assertThat(request.header("x-a", 0)).isEqualTo("1");
  }

  @Test
  void whatIsNotUnderstood_isNamed() {
    assertThatThrownBy(() -> read("-s")).hasMessageContaining("no URL");
    assertThatThrownBy(() -> read("http:///x")).hasMessageContaining("must name a host");
    assertThatThrownBy(() -> read("/a", "/b")).hasMessageContaining("\"/a\" and \"/b\"");
    assertThatThrownBy(() -> read("/a", "-H", "X")).hasMessageContaining("\"X\"");
    assertThatThrownBy(() -> read("/a", "--data-urlencode", "a@b"))
        .hasMessageContaining("names a file");
    assertThatThrownBy(() -> read("/a", "-H")).hasMessageContaining("-H needs a value");
    assertThatThrownBy(() -> read("/a", "-F", "x=1")).hasMessageContaining("-F is not understood");
    assertThatThrownBy(() -> read("/a", "--form=1")).hasMessageContaining("--form is not");
  }
}
