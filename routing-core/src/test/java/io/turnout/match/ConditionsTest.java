// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.turnout.request.Request;
import io.turnout.request.RequestObserver;
import io.turnout.request.TestHead;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionsTest {

  @Test
  void method_isCaseSensitive() {
    Condition post = Conditions.method(List.of("POST", "PUT"));
    holds(post, TestHead.of("POST", "/"), TestHead.of("PUT", "/"));
    holdsNot(post, TestHead.of("post", "/"), TestHead.of("GET", "/"));
  }

  @Test
  void host_isCaseInsensitiveAndWithoutPort() {
    Condition host = Conditions.host(List.of("API.example.com", "[::1]"));
    holds(host, host("api.EXAMPLE.com:8443"), host("[::1]:1"), host("api.example.com"));
    holds(host, TestHead.get("http://api.example.com/").with("host", "other"));
    holds(host, TestHead.get("/").authority("api.example.com"));
    holdsNot(host, host("example.com"), host("api.example.com."), host("x.api.example.com"));
    holdsNot(host, TestHead.get("/"), host("api.example.com").with("host", "other"));
  }

  @Test
  void hostWildcard_isOneOrMoreLabelsThatAreNotEmpty() {
    Condition below = Conditions.host(List.of("*.Example.com"));
    holds(below, host("a.example.com"), host("a.b.EXAMPLE.com:1"));
    holdsNot(below, host("example.com"), host(".example.com"), host("aexample.com"));
    holdsNot(below, host("a..example.com"), host(".a.example.com"), host("..example.com"));
    holdsNot(below, host("a.example.com.evil"), host("a.example.comx"));
  }

  @Test
  void path_holdsIfOneTemplateFits() {
    Condition path = Conditions.path(List.of(PathTemplate.parse("/a"), PathTemplate.parse("/b/*")));
    holds(path, TestHead.get("/a?x"), TestHead.get("/b/c"), TestHead.get("http://h/a"));
    holdsNot(path, TestHead.get("/b"), TestHead.get("*"), TestHead.get("/a\\"));
    assertThat(path.looksAtPath()).isTrue();
    assertThat(Conditions.method(List.of("GET")).looksAtPath()).isFalse();
  }

  @Test
  void header_holdsIfOneLinePasses() {
    Condition header = Conditions.header("X-Event", TextTest.equalTo("paid"));
    holds(header, event("paid"), event(" paid\t"), event("other").with("x-EVENT", "paid"));
    holdsNot(header, TestHead.get("/"), event("Paid"), event("other,paid"), event(""));
  }

  @Test
  void query_holdsIfOneValuePasses() {
    Condition query = Conditions.query("v", TextTest.equalTo("2"));
    holds(query, TestHead.get("/?v=2"), TestHead.get("/?v=1&v=2"), TestHead.get("/?%76=%32"));
    holdsNot(query, TestHead.get("/?v=+2"), TestHead.get("/?V=2"), TestHead.get("/?v"));
  }

  @Test
  void contentType_isComparedWithoutParameters() {
    Condition json = Conditions.mediaType(List.of("application/JSON", "application/*+json"));
    holds(json, type("application/json"), type("Application/Json;charset=utf-8"));
    holds(json, type("application/vnd.x+JSON ; v=1"), type("application/a+b+json"));
    holdsNot(json, type("application/+json"), type("text/x+json"), type("application/jsonx"));
    holdsNot(
        json, TestHead.get("/"), type(""), type("application / json"), type("application/json,x"));
    holdsNot(json, type("text/plain").with("content-type", "application/json"));
  }

  @Test
  void textTest_judgesTheWholeValueAsItIs() {
    passes(TextTest.equalTo("a"), "a");
    passesNot(TextTest.equalTo("a"), "A", "a ", "");
    passes(TextTest.prefix("pay."), "pay.", "pay.ed");
    passesNot(TextTest.prefix("pay."), "pay", "Pay.ed", "xpay.");
    passes(TextTest.suffix(".x"), ".x", "a.x");
    passesNot(TextTest.suffix(".x"), ".xa", ".X");
    passes(TextTest.contains("b"), "abc", "b");
    passesNot(TextTest.contains("b"), "aBc", "");
    passes(TextTest.regex("a.*c|d"), "abc", "d", "ac");
    passesNot(TextTest.regex("a.*c|d"), "xabc", "abcd", "a\nc");
    passes(TextTest.regex("a-c"), "a-c");
    passesNot(TextTest.regex("a-c"), "a-cd", "xa-c");
    passes(TextTest.regex(""), "");
    passesNot(TextTest.regex(""), "a");
  }

  @Test
  void present_isTrueForAnEmptyValueToo() {
    Condition there = Conditions.header("x-event", TextTest.present(true));
    Condition missing = Conditions.header("x-event", TextTest.present(false));
    holds(there, event("a"), event(""), event(" "));
    holdsNot(missing, event("a"), event(""));
    holds(missing, TestHead.get("/"), event("\u00ff"));
    holdsNot(there, TestHead.get("/"), event("\u00ff"));
    holds(Conditions.query("k", TextTest.present(true)), TestHead.get("/?k"), TestHead.get("/?k="));
    holds(
        Conditions.query("k", TextTest.present(false)), TestHead.get("/?j"), TestHead.get("/?k=%"));
  }

  @Test
  void toString_isWhatTheFileSaid() {
    assertThat(Conditions.method(List.of("GET"))).hasToString("method: GET");
    assertThat(Conditions.method(List.of("GET", "PUT"))).hasToString("method: [GET, PUT]");
    assertThat(Conditions.host(List.of("*.A.com"))).hasToString("host: *.A.com");
    assertThat(Conditions.path(List.of(PathTemplate.parse("/a/{b}")))).hasToString("path: /a/{b}");
    assertThat(Conditions.mediaType(List.of("text/*+XML"))).hasToString("content-type: text/*+XML");
    prints(TextTest.equalTo("a\"b\\\t"), "\"a\\\"b\\\\\\u0009\"");
    prints(TextTest.prefix("p"), "{ prefix: \"p\" }");
    prints(TextTest.suffix("p"), "{ suffix: \"p\" }");
    prints(TextTest.contains("p"), "{ contains: \"p\" }");
    prints(TextTest.regex("a+"), "{ regex: \"a+\" }");
    prints(TextTest.present(false), "{ present: false }");
    assertThat(Conditions.query("v", TextTest.equalTo("2"))).hasToString("query: { v: \"2\" }");
  }

  @Test
  void condition_isAValue() {
    assertThat(Conditions.header("X", TextTest.regex("a+")))
        .isEqualTo(Conditions.header("X", TextTest.regex("a+")))
        .isNotEqualTo(Conditions.header("X", TextTest.regex("a")));
    assertThat(Conditions.host(List.of("a"))).isEqualTo(Conditions.host(List.of("a")));
  }

  @Test
  void holds_tellsTheObserver() {
    List<String> told = new ArrayList<>();
    RequestObserver observer =
        new RequestObserver() {
          @Override
          public void onCondition(Object condition, boolean held) {
            told.add(condition + " " + held);
          }

          @Override
          public void onRule(String name) {}

          @Override
          public void onSource(Object source, Object result) {}
        };
    Request request = Request.observed(TestHead.get("/"), observer);
    assertThat(Conditions.method(List.of("GET")).holds(request)).isTrue();
    assertThat(Conditions.method(List.of("PUT")).holds(request)).isFalse();
    assertThat(told).containsExactly("method: GET true", "method: PUT false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "GET POST", "GET,", "métier"})
  void method_refusesWhatIsNone(String name) {
    refused(() -> Conditions.method(List.of("GET", name)), "\"" + name + "\" cannot be a method");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "*.",
        "a.*",
        "*a.com",
        "*.*.com",
        "a*b",
        "a:80",
        "*.a:80",
        "[::1]:80",
        "http://a",
        "a/b",
        "a b",
        ".a",
        "a..b",
        "*..a",
        "u@a",
        "a,b",
        "a?"
      })
  void host_refusesWhatNoHostFits(String pattern) {
    refused(() -> Conditions.host(List.of(pattern)), "the host \"" + pattern + "\" ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "json",
        "application/",
        "/json",
        "application/*",
        "*/*",
        "*/json",
        "application/*json",
        "application/*+",
        "application/*+*",
        "application/json; charset=utf-8",
        "a/b/c",
        "a /b",
        "*/*+json",
        "application/*+a*"
      })
  void contentType_refusesWhatIsNone(String type) {
    refused(() -> Conditions.mediaType(List.of(type)), "\"" + type + "\" ");
  }

  @Test
  void host_isLimitedToTheLengthOfAName() {
    String longest = "a".repeat(HostPattern.MAX_CHARS);
    holds(Conditions.host(List.of(longest)), host(longest));
    holds(Conditions.host(List.of("*." + longest)), host("x." + longest));
    refused(() -> Conditions.host(List.of(longest + "a")), "longer than the 253 characters");
    refused(() -> Conditions.host(List.of("*.a" + longest)), "longer than the 253 characters");
  }

  @Test
  void emptyListsAndBadNames_areRefused() {
    refused(() -> Conditions.method(List.of()), "\"method\" needs at least one entry");
    refused(() -> Conditions.host(List.of()), "\"host\" needs at least one entry");
    refused(() -> Conditions.path(List.of()), "\"path\" needs at least one entry");
    refused(() -> Conditions.mediaType(List.of()), "\"content-type\" needs at least one entry");
    refused(() -> Conditions.header("", TextTest.present(true)), "name of a header");
    refused(() -> Conditions.header(":path", TextTest.present(true)), "\":path\" cannot be");
    refused(() -> Conditions.header("a b", TextTest.present(true)), "\"a b\" cannot be");
    refused(() -> Conditions.query("", TextTest.present(true)), "needs a name");
  }

  @Test
  void regex_isRefusedWhereItIsNoneOrBeyondItsLimits() {
    refused(() -> TextTest.regex("["), "\"[\" is not RE2 syntax");
    refused(() -> TextTest.regex("a(?!b)"), "RE2");
    int depth = RegexLimits.MAX_DEPTH;
    passes(TextTest.regex("(".repeat(depth) + "a" + ")".repeat(depth)), "a");
    passes(TextTest.regex("\\(".repeat(depth + 1)), "(".repeat(depth + 1));
    String deeper = "(".repeat(depth + 1) + "a" + ")".repeat(depth + 1);
    refused(() -> TextTest.regex(deeper), "nests more than 100 parentheses");
    String longest = "a".repeat(RegexLimits.MAX_CHARS);
    passes(TextTest.regex(longest), longest);
    refused(() -> TextTest.regex(longest + "a"), "has 4097 characters; 4096 is the most");
  }

  private static TestHead host(String host) {
    return TestHead.get("/").with("Host", host);
  }

  private static TestHead event(String value) {
    return TestHead.get("/").with("x-event", value);
  }

  private static TestHead type(String value) {
    return TestHead.get("/").with("Content-Type", value);
  }

  private static void holds(Condition condition, TestHead... heads) {
    for (TestHead head : heads) {
      assertThat(condition.holds(head.request())).as("%s for %s", condition, head).isTrue();
    }
  }

  private static void holdsNot(Condition condition, TestHead... heads) {
    for (TestHead head : heads) {
      assertThat(condition.holds(head.request())).as("%s for %s", condition, head).isFalse();
    }
  }

  private static void passes(TextTest test, String... values) {
    for (String value : values) {
      assertThat(test.passes(value)).as("%s for %s", test, value).isTrue();
    }
  }

  private static void passesNot(TextTest test, String... values) {
    for (String value : values) {
      assertThat(test.passes(value)).as("%s for %s", test, value).isFalse();
    }
  }

  private static void prints(TextTest test, String text) {
    assertThat(Conditions.header("X-A", test)).hasToString("header: { X-A: " + text + " }");
  }

  private static void refused(Runnable making, String message) {
    assertThatIllegalArgumentException().isThrownBy(making::run).withMessageContaining(message);
  }
}
