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

  private static GivenRequest read(String... arguments) throws IOException {
    return CurlArguments.read(List.of(arguments));
  }

  private static String body(GivenRequest request) {
    return new String(request.content(), StandardCharsets.UTF_8);
  }

  @Test
  void url_givesSchemeHostAndTargetAsTheyStand() throws IOException {
    GivenRequest request = read("https://me:pw@api.example.com:8443/a/%zz/../b?x=1&y#end");
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
    GivenRequest request = read("/x", "-H", "X-A: 1", "-Hx-a:2", "-H", "Host: other", "-b", "s=1");
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
    GivenRequest form = read("/x", "-d", "a=1", "--data-urlencode", "b=x y", "--data-raw", "@c");
    assertThat(body(form)).isEqualTo("a=1&b=x%20y&@c");
    assertThat(form.header("content-type", 0)).isEqualTo("application/x-www-form-urlencoded");
    GivenRequest json = read("/x", "--json", "{}");
    assertThat(body(json)).isEqualTo("{}");
    assertThat(json.header("content-type", 0)).isEqualTo("application/json");
    assertThat(json.header("accept", 0)).isEqualTo("application/json");
    assertThat(read("/x", "--json", "{}", "-H", "Accept: */*").header("accept", 1)).isNull();
    assertThat(body(read("/x", "-d", "a\nb"))).isEqualTo("a\nb");
    GivenRequest own = read("/x", "-d", "{}", "-H", "content-type: text/plain");
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
    GivenRequest request = read("/x?a=1", "-G", "-d", "b=2");
    assertThat(request.method()).isEqualTo("GET");
    assertThat(request.target()).isEqualTo("/x?a=1&b=2");
    assertThat(request.body()).isEqualTo(BodyPresence.NONE);
  }

  @Test
  void user_becomesAuthorization() throws IOException {
    assertThat(read("/x", "-u", "me:pw").header("authorization", 0)).isEqualTo("Basic bWU6cHc=");
  }

  @Test
  void userOfTheUrl_becomesAuthorizationThatIsNeverShown() throws IOException {
    GivenRequest request = read("https://me:p%40w@h/x");
    assertThat(request.header("authorization", 0)).isEqualTo("Basic bWU6cEB3");
    assertThat(request.secrets()).containsExactly("Basic bWU6cEB3");
    assertThat(read("/x", "-H", "Authorization: Bearer t").secrets()).isEmpty();
  }

  @Test
  void headerOfTheCaller_replacesThatOfAnOption() throws IOException {
    GivenRequest own =
        read("/x", "-u", "me:pw", "-b", "a=1", "-H", "Cookie: b=2", "-H", "authorization: x");
    assertThat(own.header("authorization", 0)).isEqualTo("x");
    assertThat(own.header("authorization", 1)).isNull();
    assertThat(own.header("cookie", 0)).isEqualTo("b=2");
    assertThat(own.header("cookie", 1)).isNull();
  }

  @Test
  void headerWithoutAValue_isNotSentAndOneWithASemicolonIsEmpty() throws IOException {
    GivenRequest request =
        read(
            "http://h/x",
            "-H",
            "X-A:",
            "-H",
            "X-B;",
            "-H",
            "Host:",
            "-d",
            "a",
            "-H",
            "Content-Type: ");
    assertThat(request.header("x-a", 0)).isNull();
    assertThat(request.header("x-b", 0)).isEmpty();
    assertThat(request.header("host", 0)).isNull();
    assertThat(request.header("content-type", 0)).isNull();
    assertThat(read("/x", "-A", "", "-e", "").headerNames()).containsExactly("Host");
  }

  @Test
  void headersOfAFile_areOneALine() throws IOException {
    String file = "@" + Files.writeString(folder.resolve("headers"), "X-A: 1\r\n\nX-B: 2\n");
    GivenRequest request = read("/x", "-H", file);
    assertThat(request.header("x-a", 0)).isEqualTo("1");
    assertThat(request.header("x-b", 0)).isEqualTo("2");
  }

  @Test
  void cookies_areOneField() throws IOException {
    GivenRequest request = read("/x", "-b", "a=1", "-b", "b=2", "--cookie", "");
    assertThat(request.header("cookie", 0)).isEqualTo("a=1; b=2");
    assertThat(request.header("cookie", 1)).isNull();
  }

  @Test
  void encodedData_mayComeFromAFile() throws IOException {
    String file = "@" + Files.writeString(folder.resolve("text"), "a &\u00fc");
    assertThat(body(read("/x", "--data-urlencode", file))).isEqualTo("a%20%26%C3%BC");
    assertThat(body(read("/x", "--data-urlencode", "n" + file))).isEqualTo("n=a%20%26%C3%BC");
    assertThat(body(read("/x", "--data-urlencode", "=a=b"))).isEqualTo("a%3Db");
    assertThat(body(read("/x", "--data-urlencode", "a b"))).isEqualTo("a%20b");
  }

  @Test
  void json_isJoinedWithoutSeparator() throws IOException {
    assertThat(body(read("/x", "--json", "{\"a\":", "--json", "1}"))).isEqualTo("{\"a\":1}");
  }

  @Test
  void methodOfTheCaller_winsOverThatOfAnOption() throws IOException {
    assertThat(read("/x", "-X", "PURGE", "-I").method()).isEqualTo("PURGE");
    assertThat(read("/x", "-I", "-X", "PURGE").method()).isEqualTo("PURGE");
    assertThat(read("/x", "-G", "-I", "-d", "a").method()).isEqualTo("HEAD");
  }

  @Test
  void dotSegments_areRemovedAsCurlDoesAndOtherwiseKept() throws IOException {
    assertThat(read("curl", "http://h/a/./b/../c/..?x=/../").target()).isEqualTo("/a/?x=/../");
    assertThat(read("curl", "http://h/../%2e%2e/a").target()).isEqualTo("/%2e%2e/a");
    assertThat(read("curl", "--path-as-is", "http://h/a/../b").target()).isEqualTo("/a/../b");
    assertThat(read("http://h/a/../b").target()).isEqualTo("/a/../b");
    assertThat(read("http://h/a", "--request-target", "*").target()).isEqualTo("*");
    assertThat(read("curl", "-g", "http://h/{a,b}").target()).isEqualTo("/{a,b}");
  }

  @Test
  void optionsThatChangeNothing_areSkippedAloneAndTogether() throws IOException {
    GivenRequest request =
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
    assertThatThrownBy(() -> read("/a", "-T", "f")).hasMessageContaining("-T is not understood");
    assertThatThrownBy(() -> read("/a", "-sZ")).hasMessageContaining("-Z is not understood");
    assertThatThrownBy(() -> read("/a", "-")).hasMessageContaining("\"-\" is no option");
    assertThatThrownBy(() -> read("/a", "-b", "jar.txt")).hasMessageContaining("file of cookies");
    assertThatThrownBy(() -> read("/a", "-d", "@-")).hasMessageContaining("standard input");
    assertThatThrownBy(() -> read("/a", "-I", "-d", "x")).hasMessageContaining("-I and data");
    assertThatThrownBy(() -> read("--url", "/a", "/b")).hasMessageContaining("two URLs");
    assertThatThrownBy(() -> read("curl", "http://h/{a,b}")).hasMessageContaining("several URLs");
    assertThatThrownBy(() -> read("curl", "/x", "--next", "/y"))
        .hasMessageContaining("--next is not understood");
    assertThatThrownBy(() -> read("/a", "-H")).hasMessageContaining("-H needs a value");
    assertThatThrownBy(() -> read("/a", "-F", "x=1")).hasMessageContaining("-F is not understood");
    assertThatThrownBy(() -> read("/a", "--form=1")).hasMessageContaining("--form is not");
  }
}
