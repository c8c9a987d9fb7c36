// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrafficTest {

  @TempDir Path folder;

  private final List<GivenRequest> requests = new ArrayList<>();
  private final List<String> mistakes = new ArrayList<>();

  private void read(String content) throws IOException {
    requests.clear();
    mistakes.clear();
    Traffic.read(
        Files.writeString(folder.resolve("traffic"), content), requests::add, mistakes::add);
  }

  private static String body(GivenRequest request) {
    return new String(request.content(), StandardCharsets.UTF_8);
  }

  @Test
  void lines_areRequestsOrHaveOne() throws IOException {
    read(
        """
        {"method":"POST","target":"/a?b","headers":[["Host","h"],["X-B",{"base64":"/w=="}]],"body":"{}"}

        {"name":"second","request":{"target":"/\u00fc","body-base64":"AAE="},"expect":{}}
        {"target":"/c","body-repeat":{"before":"<","text":"ab","times":2,"after":">"}}""");
    assertThat(mistakes).isEmpty();
    assertThat(requests).hasSize(3);
    assertThat(requests.get(0).method()).isEqualTo("POST");
    assertThat(requests.get(0).header("x-b", 0)).isEqualTo("\u00ff");
    assertThat(body(requests.get(0))).isEqualTo("{}");
    assertThat(requests.get(1).method()).isEqualTo("GET");
    assertThat(requests.get(1).target()).isEqualTo("/\u00c3\u00bc");
    assertThat(requests.get(1).content()).containsExactly(0, 1);
    assertThat(body(requests.get(2))).isEqualTo("<abab>");
  }

  @Test
  void badLines_areReportedByNumberAndPassedOver() throws IOException {
    read(
        """
        {"target":"/a"}
        {"target":
        7
        {"target":7}
        {"target":"/","headers":[["a"]]}
        {"target":"/","body-base64":"*"}
        {"target":"/","body-repeat":{"text":"a","times":99999999999}}
        {"target":"/b"}
        """);
    assertThat(requests).extracting(GivenRequest::target).containsExactly("/a", "/b");
    assertThat(mistakes)
        .extracting(mistake -> mistake.substring(0, "line 1: ".length()))
        .containsExactly("line 2: ", "line 3: ", "line 4: ", "line 5: ", "line 6: ", "line 7: ");
    assertThat(mistakes.get(0)).contains("no JSON");
    assertThat(mistakes.get(2)).contains("a text \"target\"");
  }

  @Test
  void linesThatSayMoreOrOtherThanARequest_areReportedRatherThanHalfRead() throws IOException {
    List<String> lines =
        List.of(
            "{\"target\":\"/a\"} {\"target\":\"/b\"}",
            "{\"target\":\"/\",\"headers\":\"Host\"}",
            "{\"target\":\"/\",\"method\":7}",
            "{\"target\":\"/\",\"scheme\":null}",
            "{\"target\":\"/\",\"body\":{\"a\":1}}",
            "{\"target\":\"/\",\"body-repeat\":{\"text\":\"abcd\",\"times\":4611686018427387904}}");
    read(String.join("\n", lines));
    assertThat(requests).isEmpty();
    assertThat(mistakes).hasSameSizeAs(lines);
  }

  @Test
  void lineBeyondTheLimit_isReported() throws IOException {
    read("{\"target\":\"/" + "a".repeat(Traffic.MAX_LINE_BYTES) + "\"}\n{\"target\":\"/b\"}\n");
    assertThat(requests).hasSize(1);
    assertThat(mistakes).singleElement().asString().startsWith("line 1: it has more than ");
    String most = "{\"target\":\"/a\"}";
    read(most + " ".repeat(Traffic.MAX_LINE_BYTES - most.length()));
    assertThat(requests).hasSize(1);
  }

  @Test
  void har_isReadEntryByEntry() throws IOException {
    read(
        """
        { "log": { "version": "1.2", "creator": { "name": "x" }, "entries": [
          { "time": 1, "request": { "method": "POST", "url": "https://h.example:1/a?b=c",
            "headers": [ { "name": ":authority", "value": "h" }, { "name": "X-A", "value": "1" } ],
            "postData": { "mimeType": "application/json", "text": "{}" } } },
          { "request": { "method": "GET" } },
          { "request": { "method": "POST", "url": "http://h/", "headers": [],
            "postData": { "params": [ { "name": "a b", "value": "c&" }, { "name": "d" } ] } } }
        ], "pages": [] } }
        """);
    assertThat(requests).hasSize(2);
    assertThat(requests.get(0).target()).isEqualTo("/a?b=c");
    assertThat(requests.get(0).header("host", 0)).isEqualTo("h.example:1");
    assertThat(requests.get(0).headerNames()).containsExactly("Host", "X-A");
    assertThat(body(requests.get(0))).isEqualTo("{}");
    assertThat(body(requests.get(1))).isEqualTo("a%20b=c%26&d=");
    assertThat(mistakes).singleElement().asString().startsWith("entry 2: ");
  }

  @Test
  void harThatBreaksOff_isReportedWithItsLine() throws IOException {
    read("{\"log\":{\"entries\":[\n{\"request\":{\"method\":\"GET\",\"url\":\"/a\"}},\n{\"requ");
    assertThat(requests).hasSize(1);
    assertThat(mistakes).singleElement().asString().startsWith("line 3: this is no HAR");
  }

  @Test
  void emptyFile_holdsNothing() throws IOException {
    read("");
    assertThat(requests).isEmpty();
    assertThat(mistakes).isEmpty();
  }
}
