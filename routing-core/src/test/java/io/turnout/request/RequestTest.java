// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestTest {

  private static final String AMBIGUOUS = "(ambiguous)";

  @Test
  void singleHeader_isTrimmedOfOptionalWhiteSpaceOnly() {
    header("a", " \t a \t");
    header("a b", "a b");
    header("a,b", "a,b");
    header("\"a\"", "\"a\"");
    header("\u00a0a", "\u00c2\u00a0a");
    header("\na", "\na");
    header(null);
    header(null, "");
    header(null, " \t");
  }

  @Test
  void singleHeader_isReadAsUtf8() {
    header("Zoë", "Zo\u00c3\u00ab");
    header(null, "Zo\u00eb");
    header("a", "Zo\u00eb", "a");
    header("a", "a", "\u00ff");
    header(null, "\u0142");
    header("%41+", "%41+");
  }

  @Test
  void singleHeader_isAmbiguousWhereLinesDiffer() {
    header("a", "a", "a");
    header("a", "a", " a\t");
    header(AMBIGUOUS, "a", "b");
    header(AMBIGUOUS, "a", "A");
    header(AMBIGUOUS, "a", "a", "b");
    header(AMBIGUOUS, "", "a");
    header(AMBIGUOUS, "a", " ");
    header(null, "", " ");
  }

  @Test
  void singleHeader_asciiIsTheCarriersOwnString() {
    String value = new StringBuilder("value").toString();
    assertThat(TestHead.get("/").with("x", value).request().singleHeader("x")).isSameAs(value);
  }

  @Test
  void singleQuery_isDecodedOnce() {
    query("1", "?k=1");
    query("a b", "?k=a+b");
    query("a+b", "?k=a%2Bb");
    query("%2B", "?k=%252B");
    query("é", "?k=%C3%A9");
    query("é", "?k=\u00c3\u00a9");
    query("1", "?%6B=1");
    query("a=b", "?k=a=b");
    query(" a", "?k=+a");
    query("\0", "?k=%00");
    query("1#f", "?k=1#f");
    query("a?b", "?k=a?b");
  }

  @Test
  void singleQuery_isPartedByAmpersandsOnly() {
    query("1", "?a=2&k=1");
    query("1", "?&&k=1&");
    query("1;k=2", "?k=1;k=2");
    query("1", "?x;k=2&k=1");
    query("1", "?K=2&k=1&kk=3&=4");
  }

  @Test
  void singleQuery_ignoresPairsThatAreNoText() {
    query(null, "?k=%");
    query(null, "?k=%zz");
    query(null, "?k=%ff");
    query(null, "?k=\u00ff");
    query("1", "?k=%ff&k=1");
    query("1", "?k=1&k=%C3");
    query("1", "?%ff=2&k=1&%=3");
    query(null, "?k%ff=1");
  }

  @Test
  void singleQuery_isAmbiguousWhereValuesDiffer() {
    query("1", "?k=1&k=1");
    query("a b", "?k=a+b&k=a%20b");
    query(AMBIGUOUS, "?k=1&k=2");
    query(AMBIGUOUS, "?k=1&%6b=2");
    query(AMBIGUOUS, "?k=&k=2");
    query(AMBIGUOUS, "?k=1&k");
    query(AMBIGUOUS, "?k=1&k=+1");
    query(null, "?k=&k");
  }

  @Test
  void singleQuery_isAbsentWithoutAValue() {
    query(null, "");
    query(null, "?");
    query(null, "?k");
    query(null, "?k=");
    query(null, "?j=1");
    query(null, "%3Fk=1");
  }

  @Test
  void singleQuery_isReadWhateverTheForm() {
    assertThat(TestHead.get("http://h?k=1").request().singleQuery("k")).isEqualTo("1");
    assertThat(TestHead.get("http://h/a?k=1").request().singleQuery("k")).isEqualTo("1");
    assertThat(TestHead.get("/%?k=1").request().singleQuery("k")).isEqualTo("1");
    assertThat(TestHead.get("*").request().singleQuery("k")).isNull();
  }

  @Test
  void singleCookie_isAPairOfRfc6265() {
    cookie("1", "k=1");
    cookie("1", "a=2; k=1");
    cookie("1", "k=1; a=2");
    cookie("1", "a=2;k=1");
    cookie("1", " \tk=1 ;; a");
    cookie("a=b", "k=a=b");
    cookie("1", "k=\"1\"");
    cookie("%41+", "k=%41+");
    cookie("/:<>@[]{}'()", "k=/:<>@[]{}'()");
  }

  @Test
  void singleCookie_ignoresPiecesThatAreNone() {
    cookie(null, "k=a b");
    cookie(null, "k=\"a");
    cookie(null, "k=a\"");
    cookie(null, "k=\"");
    cookie(null, "k=\"\"\"");
    cookie(null, "k=a\"b");
    cookie(null, "k=a,b");
    cookie(null, "k=a\\b");
    cookie(null, "k=\u00c3\u00a9");
    cookie(null, "k=a\u007f");
    cookie(null, "k =1");
    cookie(null, "k= 1");
    cookie(null, "k");
    cookie(null, "K=1");
    cookie(null, "$k=1, k=2");
    cookie("1", "k=a b; k=1");
    cookie("1", "k=\"x; k=1; y\"");
    cookie("1", "\u00ff=2; k=1");
  }

  @Test
  void singleCookie_takesSeveralFieldsAsOne() {
    cookie("1", "a=2", "k=1");
    cookie("1", "k=1", "a=2");
    cookie("1", "k=1", "k=\"1\"");
    cookie(AMBIGUOUS, "k=1", "k=2");
    cookie(AMBIGUOUS, "k=1; k=2");
    cookie(AMBIGUOUS, "k=; k=2");
    cookie(null, "k=", "k=\"\"");
    cookie(null);
  }

  @Test
  void host_isLowerCasedAndWithoutAFinalPort() {
    host("example.com", "Example.COM:8443");
    host("example.com", " example.com ");
    host("[::1]", "[::1]:80");
    host("[::1]", "[::1]");
    host("h:", "h:");
    host("h:80", "h:80:90");
    host("h:8a", "h:8a");
    host("h.", "h.:80");
    host("\u212aelvin", "\u00e2\u0084\u00aaelvin");
    host("\u00cb", "\u00c3\u008b");
    host(null);
    host(null, "");
    host(null, ":80");
  }

  @Test
  void host_isNoneWhereFieldsDiffer() {
    host("a", "a", "a");
    host(null, "a", "b");
    host(null, "a", "a:80");
    host(null, "", "a");
  }

  @Test
  void host_ofTheTargetOrTheAuthorityReplacesTheField() {
    assertThat(TestHead.get("http://T:1/").with("host", "f").request().host()).isEqualTo("t");
    assertThat(TestHead.get("http://t").with("host", "f").request().host()).isEqualTo("t");
    assertThat(TestHead.get("http:///a").with("host", "f").request().host()).isNull();
    assertThat(TestHead.get("http://u@t/").with("host", "f").request().host()).isNull();
    assertThat(TestHead.get("/").with("host", "u@f").request().host()).isNull();
    assertThat(TestHead.get("/").authority("A:1").with("host", "f").request().host())
        .isEqualTo("a");
    assertThat(TestHead.get("http://t/").authority("a").request().host()).isEqualTo("t");
  }

  @Test
  void mediaType_isTheFirstFieldsWithoutParameters() {
    mediaType("application/json", "Application/JSON; charset=utf-8");
    mediaType("application/json", "application/json\t;x");
    mediaType("text/plain", "text/plain", "application/json");
    mediaType("", "", "application/json");
    mediaType("", ";a=b");
    mediaType(null);
  }

  @Test
  void anyHeader_testsEveryLine() {
    Request request = TestHead.get("/").with("x", " a").with("x", "\u00ff").with("x", "").request();
    List<String> tested = new ArrayList<>();
    assertThat(request.anyHeader("x", value -> !tested.add(value))).isFalse();
    assertThat(tested).containsExactly("a", "");
    assertThat(request.anyHeader("x", String::isEmpty)).isTrue();
    assertThat(request.anyHeader("y", value -> true)).isFalse();
    assertThat(request.firstHeader("x")).isEqualTo("a");
    assertThat(request.firstHeader("y")).isNull();
  }

  @Test
  void anyQuery_testsEveryValueUntrimmed() {
    Request request = TestHead.get("/?x=+a&y=1&x=%ff&x").request();
    List<String> tested = new ArrayList<>();
    assertThat(request.anyQuery("x", value -> !tested.add(value))).isFalse();
    assertThat(tested).containsExactly(" a", "");
    assertThat(request.anyQuery("z", value -> true)).isFalse();
  }

  @Test
  void query_findsEachOfManyNames() {
    StringBuilder target = new StringBuilder("/?");
    for (int i = 0; i < 1_000; i++) {
      target.append(i % 3 == 0 ? "%6E" : "n").append(i).append('=').append(i).append('&');
    }
    Request request = TestHead.get(target.toString()).request();
    for (int i = 0; i < 1_000; i++) {
      assertThat(request.singleQuery("n" + i)).isEqualTo(Integer.toString(i));
    }
    assertThat(request.singleQuery("n1000")).isNull();
  }

  @Test
  void observer_isGivenBack() {
    TestHead head = TestHead.get("/");
    assertThat(Request.of(head).observer()).isNull();
    assertThat(Request.of(head).head()).isSameAs(head);
  }

  private static void header(@Nullable String expected, String... lines) {
    TestHead head = TestHead.get("/").with("y", "other");
    for (String line : lines) {
      head = head.with("x", line);
    }
    assertThat(readable(head.request().singleHeader("x")))
        .as("%s", (Object) lines)
        .isEqualTo(expected);
  }

  private static void query(@Nullable String expected, String query) {
    Request request = TestHead.get("/p" + query).request();
    assertThat(readable(request.singleQuery("k"))).as(query).isEqualTo(expected);
    assertThat(readable(request.singleQuery("k"))).as(query).isEqualTo(expected);
  }

  private static void cookie(@Nullable String expected, String... lines) {
    TestHead head = TestHead.get("/");
    for (String line : lines) {
      head = head.with("cookie", line);
    }
    assertThat(readable(head.request().singleCookie("k")))
        .as("%s", (Object) lines)
        .isEqualTo(expected);
  }

  private static void host(@Nullable String expected, String... lines) {
    TestHead head = TestHead.get("/");
    for (String line : lines) {
      head = head.with("host", line);
    }
    assertThat(head.request().host()).as("%s", (Object) lines).isEqualTo(expected);
  }

  private static void mediaType(@Nullable String expected, String... lines) {
    TestHead head = TestHead.get("/");
    for (String line : lines) {
      head = head.with("content-type", line);
    }
    assertThat(head.request().mediaType()).as("%s", (Object) lines).isEqualTo(expected);
  }

  private static @Nullable String readable(@Nullable String single) {
    return Request.isAmbiguous(single) ? AMBIGUOUS : single;
  }
}
