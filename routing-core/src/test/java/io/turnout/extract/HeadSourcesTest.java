// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.management.ThreadMXBean;
import io.turnout.match.PathTemplate;
import io.turnout.request.Request;
import io.turnout.request.RequestObserver;
import io.turnout.request.TestHead;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeadSourcesTest {

  @Test
  void header_isFoundByItsNameInAnyCase() {
    HeadSource source = Sources.header("X-Business-Id");
    found(source, TestHead.get("/").with("x-business-ID", " 42\t"), "42");
    found(source, TestHead.get("/").with("x-business-id", "7").with("x-business-id", "7 "), "7");
    absent(source, TestHead.get("/"));
    absent(source, TestHead.get("/").with("x-business-id", " "));
    absent(source, TestHead.get("/").with("x-business-id", "\u00ff"));
    ambiguous(source, TestHead.get("/").with("x-business-id", "7").with("x-business-id", "8"));
    ambiguous(source, TestHead.get("/").with("x-business-id", "7").with("x-business-id", ""));
  }

  @Test
  void path_isWhatTheFirstTemplateThatFitsCaptures() {
    HeadSource source =
        Sources.path(
            List.of(
                PathTemplate.parse("/a/{id}"),
                PathTemplate.parse("/a/**"),
                PathTemplate.parse("/{id}/**")),
            "id");
    found(source, TestHead.get("/a/x%2Fy?z"), "x/y");
    found(source, TestHead.get("/b/1"), "b");
    absent(source, TestHead.get("/a/1/2"));
    absent(source, TestHead.get("/"));
    absent(source, TestHead.get("/a/%"));
    absent(source, TestHead.get("*"));
  }

  @Test
  void query_isFoundByItsDecodedName() {
    HeadSource source = Sources.query("a b");
    found(source, TestHead.get("/?a+b=%2B"), "+");
    found(source, TestHead.get("/?a%20b=1&a+b=1"), "1");
    absent(source, TestHead.get("/?a+b"));
    absent(source, TestHead.get("/?A+b=1"));
    ambiguous(source, TestHead.get("/?a+b=1&a+b=2"));
    ambiguous(source, TestHead.get("/?a+b=1&a+b="));
  }

  @Test
  void cookie_isFoundInEveryField() {
    HeadSource source = Sources.cookie("sid");
    found(source, TestHead.get("/").with("Cookie", "a=1; sid=\"2\""), "2");
    found(source, TestHead.get("/").with("cookie", "a=1").with("cookie", "sid=2"), "2");
    absent(source, TestHead.get("/").with("cookie", "SID=2; sid="));
    ambiguous(source, TestHead.get("/").with("cookie", "sid=1").with("cookie", "sid=2"));
  }

  @Test
  void source_saysItsWordAndWhatTheFileSaid() {
    List<PathTemplate> templates = List.of(PathTemplate.parse("/{id}"));
    says(Sources.header("X-Id"), "header", "header: X-Id");
    says(Sources.path(templates, "id"), "path", "path: id");
    says(Sources.query("id"), "query", "query: id");
    says(Sources.cookie("sid"), "cookie", "cookie: sid");
    assertThat(Sources.path(templates, "id")).isEqualTo(Sources.path(templates, "id"));
  }

  @Test
  void read_tellsTheObserver() {
    List<String> told = new ArrayList<>();
    RequestObserver observer =
        new RequestObserver() {
          @Override
          public void onRule(String name) {}

          @Override
          public void onCondition(Object condition, boolean held) {}

          @Override
          public void onSource(Object source, Object result) {
            told.add(source + " " + result);
          }
        };
    Request request = Request.observed(TestHead.get("/?k=secret"), observer);
    Sources.query("k").read(request);
    Sources.query("j").read(request);
    assertThat(told).containsExactly("query: k FOUND", "query: j ABSENT");
  }

  @Test
  void find_allocatesNothingBesidesTheAnswer() {
    Request request = TestHead.get("/a/12345678").with("x-id", "12345678").request();
    HeadSource header = Sources.header("X-Id");
    HeadSource path = Sources.path(List.of(PathTemplate.parse("/a/{id}")), "id");
    assertThat(bytesOfOne(header, request)).as("a Found").isLessThanOrEqualTo(16);
    assertThat(bytesOfOne(path, request)).as("a Found and its text").isLessThanOrEqualTo(64);
    assertThat(bytesOfOne(Sources.header("x-none"), request)).isZero();
    assertThat(bytesOfOne(Sources.query("none"), request)).isZero();
    assertThat(bytesOfOne(Sources.cookie("none"), request)).isZero();
  }

  private static long bytesOfOne(HeadSource source, Request request) {
    int rounds = 1_000;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Extraction last = source.find(request);
    threads.getCurrentThreadAllocatedBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < rounds; i++) {
      last = source.find(request);
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(last.kind()).isIn(Extraction.Kind.FOUND, Extraction.Kind.ABSENT);
    return bytes / rounds;
  }

  @Test
  void mistakes_areNamed() {
    refused(() -> Sources.header("a b"), "\"a b\" cannot be the name of a header");
    refused(() -> Sources.header(""), "\"\" cannot be the name of a header");
    refused(() -> Sources.cookie("a=b"), "\"a=b\" cannot be the name of a cookie");
    refused(() -> Sources.query(""), "a query parameter needs a name");
    refused(
        () -> Sources.path(List.of(PathTemplate.parse("/{id}")), "account"),
        "captures \"account\"; write {account} in its path");
    refused(() -> Sources.path(List.of(), "id"), "captures \"id\"");
  }

  @Test
  void extraction_hasAValueOrACauseOnlyWhereItsKindDoes() {
    assertThat(Extraction.found("v").value()).isEqualTo("v");
    assertThatIllegalStateException().isThrownBy(() -> Extraction.found("v").cause());
    for (UnreadableCause cause : UnreadableCause.values()) {
      Extraction unreadable = Extraction.unreadable(cause);
      assertThat(unreadable.kind()).isEqualTo(Extraction.Kind.UNREADABLE);
      assertThat(unreadable.cause()).isEqualTo(cause);
      assertThatIllegalStateException().isThrownBy(unreadable::value);
    }
    assertThat(Extraction.needsBody().kind()).isEqualTo(Extraction.Kind.NEEDS_BODY);
    assertThatIllegalStateException().isThrownBy(() -> Extraction.absent().value());
    assertThatIllegalStateException().isThrownBy(() -> Extraction.ambiguous().cause());
  }

  private static void found(HeadSource source, TestHead head, String value) {
    assertThat(source.read(head.request())).isEqualTo(Extraction.found(value));
  }

  private static void absent(HeadSource source, TestHead head) {
    assertThat(source.read(head.request()).kind()).isEqualTo(Extraction.Kind.ABSENT);
  }

  private static void ambiguous(HeadSource source, TestHead head) {
    assertThat(source.read(head.request()).kind()).isEqualTo(Extraction.Kind.AMBIGUOUS);
  }

  private static void says(Source source, String word, String text) {
    assertThat(source.word()).isEqualTo(word);
    assertThat(source).hasToString(text);
  }

  private static void refused(Runnable making, String message) {
    assertThatIllegalArgumentException().isThrownBy(making::run).withMessageContaining(message);
  }
}
