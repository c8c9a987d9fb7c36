// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static io.turnout.extract.ScanCheck.json;
import static io.turnout.extract.ScanCheck.raw;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonScanTest {

  @Test
  void string_isSettledByItsClosingQuote() {
    assertThat(json("{\"a\":\"x\"}", "/a")).isEqualTo("found x @8");
    assertThat(json("{\"a\":\"x\" rubbish \u0000", "/a")).isEqualTo("found x @8");
    assertThat(json("{\"b\":{\"a\":1},\"a\":\"x\",", "/a")).isEqualTo("found x @20");
  }

  @Test
  void number_isSettledByTheByteBehindIt() {
    assertThat(json("{\"a\":12}", "/a")).isEqualTo("found 12 @8");
    assertThat(json("{\"a\":12 ###", "/a")).isEqualTo("found 12 @8");
    assertThat(json("{\"a\":12]", "/a")).isEqualTo("found 12 @8");
    assertThat(json("{\"a\":12", "/a")).isEqualTo("BODY_MALFORMED @7");
    assertThat(json("{\"a\":-0}", "/a")).isEqualTo("found -0 @8");
    assertThat(json("{\"a\":0,", "/a")).isEqualTo("found 0 @7");
  }

  @Test
  void word_isSettledByTheByteBehindIt() {
    assertThat(json("{\"a\":null}", "/a")).isEqualTo("ABSENT @10");
    assertThat(json("{\"a\":true,", "/a")).isEqualTo("ABSENT @10");
    assertThat(json("{\"a\":false\n", "/a")).isEqualTo("ABSENT @11");
    assertThat(json("{\"a\":true", "/a")).isEqualTo("BODY_MALFORMED @9");
    assertThat(json("{\"a\":truex", "/a")).isEqualTo("BODY_MALFORMED @10");
    assertThat(json("{\"a\":nulL", "/a")).isEqualTo("BODY_MALFORMED @9");
  }

  @Test
  void fraction_isAbsentAtItsEnd() {
    assertThat(json("{\"a\":1.0}", "/a")).isEqualTo("ABSENT @9");
    assertThat(json("{\"a\":1e3}", "/a")).isEqualTo("ABSENT @9");
    assertThat(json("{\"a\":-0.5E-7,", "/a")).isEqualTo("ABSENT @13");
    assertThat(json("{\"a\":1.x", "/a")).isEqualTo("BODY_MALFORMED @8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12abc", "007", "00", "-", "-x", "-01", "1.", "1.e3", "1e", "1e+", ".5", "+1", "1.2.3",
        "1e3.5", "1-2", "0x10", "NaN", "1_000", "12\"", "12:", "12[", "12{"
      })
  void number_outsideTheGrammarIsBroken(String number) {
    assertThat(json("{\"b\":[" + number + "],\"a\":\"x\"}", "/a")).startsWith("BODY_MALFORMED");
    assertThat(json("{\"a\":" + number + "}", "/a")).startsWith("BODY_MALFORMED");
  }

  @Test
  void brokenNumber_isSettledByTheByteThatBreaksIt() {
    assertThat(json("{\"a\":12abc}", "/a")).isEqualTo("BODY_MALFORMED @8");
    assertThat(json("{\"a\":007}", "/a")).isEqualTo("BODY_MALFORMED @7");
  }

  @Test
  void bracketThatCannotLeadOn_settlesAtOnce() {
    assertThat(json("{\"a\":{", "/a")).isEqualTo("ABSENT @6");
    assertThat(json("{\"a\":[", "/a")).isEqualTo("ABSENT @6");
    assertThat(json("[", "/a")).isEqualTo("ABSENT @1");
    assertThat(json("{\"a\":[", "/a/b")).isEqualTo("ABSENT @6");
    assertThat(json("{\"a\":[", "/a/01")).isEqualTo("ABSENT @6");
    assertThat(json("{\"a\":[", "/a/-")).isEqualTo("ABSENT @6");
    assertThat(json("{", "/*")).isEqualTo("ABSENT @1");
    assertThat(json("{\"a\":{", "/a/*/b")).isEqualTo("ABSENT @6");
  }

  @Test
  void closingBracket_settlesWhatWasNotInIt() {
    assertThat(json("{}#", "/a")).isEqualTo("ABSENT @2");
    assertThat(json("{\"a\":{\"c\":1},\"a\":{\"b\":\"x\"}}", "/a/b")).isEqualTo("ABSENT @12");
    assertThat(json("{\"a\":[1,2]#", "/a/2")).isEqualTo("ABSENT @10");
    assertThat(json("{\"a\":[]#", "/a/0")).isEqualTo("ABSENT @7");
    assertThat(json("[[1],[2]]", "/99999999999999999999")).isEqualTo("ABSENT @9");
  }

  @Test
  void scalarOnTheWay_settlesAtItsEnd() {
    assertThat(json("{\"a\":\"x\"#", "/a/b")).isEqualTo("ABSENT @8");
    assertThat(json("{\"a\":1,#", "/a/b")).isEqualTo("ABSENT @7");
  }

  @Test
  void bareDocument_isAbsent() {
    assertThat(json("\"x\"", "/a")).isEqualTo("ABSENT @3");
    assertThat(json("42", "/a")).isEqualTo("ABSENT @2");
    assertThat(json("42 #", "/a")).isEqualTo("ABSENT @3");
    assertThat(json("42]", "/a")).isEqualTo("ABSENT @3");
    assertThat(json("true", "/a")).isEqualTo("ABSENT @4");
    assertThat(json(" null\n", "/a")).isEqualTo("ABSENT @6");
    assertThat(json("1e", "/a")).isEqualTo("BODY_MALFORMED @2");
    assertThat(json("nul", "/a")).isEqualTo("BODY_MALFORMED @3");
  }

  @Test
  void documentThatBreaksOff_isBroken() {
    String body = "{\"b\":[1,{\"c\":\"\\u00e9\\n\"}],\"a\":\"x\"}";
    assertThat(json(body, "/a")).isEqualTo("found x @33");
    for (int length = 1; length < 33; length++) {
      assertThat(json(body.substring(0, length), "/a")).isEqualTo("BODY_MALFORMED @" + length);
    }
    assertThat(json("", "/a")).isEqualTo("ABSENT @0");
    assertThat(json(" ", "/a")).isEqualTo("BODY_MALFORMED @1");
  }

  @Test
  void firstOccurrence_counts() {
    assertThat(json("{\"t\":\"a\",\"t\":\"b\"}", "/t")).isEqualTo("found a @8");
    assertThat(json("{\"\\u0074\":\"b\",\"t\":\"a\"}", "/t")).isEqualTo("found b @13");
    assertThat(json("{\"t\":null,\"t\":\"b\"}", "/t")).isEqualTo("ABSENT @10");
    assertThat(json("{\"t\":\"\",\"t\":\"b\"}", "/t")).isEqualTo("ABSENT @7");
    assertThat(json("{\"x\":{\"t\":\"no\"},\"t\":\"b\"}", "/t")).isEqualTo("found b @23");
  }

  @Test
  void pointer_escapesAndIndexes() {
    assertThat(json("{\"a/b\":{\"~\":{\"\":\"x\"}}}", "/a~1b/~0/")).isEqualTo("found x @19");
    assertThat(json("{\"~1\":1}", "/~01")).isEqualTo("found 1 @8");
    assertThat(json("{\"0\":\"x\"}", "/0")).isEqualTo("found x @8");
    assertThat(json("[[\"x\",\"y\"],[\"z\"]]", "/0/1")).isEqualTo("found y @9");
    assertThat(json("[[[0]],[[1]],7]", "/2")).isEqualTo("found 7 @15");
    assertThat(json("[0,1,2,3,4,5,6,7,8,9,10,11 ", "/11")).isEqualTo("found 11 @27");
    assertThat(json("{\"-\":\"x\",\"01\":\"y\"}", "/01")).isEqualTo("found y @17");
  }

  @Test
  void escapes_areDecoded() {
    assertThat(json("{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\"}", "/a"))
        .isEqualTo("found \"\\/\b\f\n\r\tA @29");
    assertThat(json("{\"a\":\"\\uD83D\\uDE00\u00e9\u20ac\ud83d\ude00\"}", "/a"))
        .isEqualTo("found \ud83d\ude00\u00e9\u20ac\ud83d\ude00 @28");
    assertThat(json("{\"\ud83d\ude00\":1}", "/\ud83d\ude00")).isEqualTo("found 1 @10");
    assertThat(json("{\"\\ud83d\\ude00\":1}", "/\ud83d\ude00")).isEqualTo("found 1 @18");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\x", "\\u12g4", "\\U0041", "\\", "\\u", "\\'", "\t", "\n", "\u0000"})
  void escape_outsideTheGrammarIsBroken(String text) {
    assertThat(json("{\"a\":\"" + text + "\"}", "/a")).startsWith("BODY_MALFORMED");
    assertThat(json("{\"b\":\"" + text + "\",\"a\":\"x\"}", "/a")).startsWith("BODY_MALFORMED");
    assertThat(json("{\"" + text + "\":1,\"a\":\"x\"}", "/a")).startsWith("BODY_MALFORMED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\ud800",
        "\\udc00",
        "\\ud800x",
        "\\ud800\\n",
        "\\ud800\\u0041",
        "\\udc00\\ud800",
        "\\ud800\\ud800\\udc00",
        "x\\ud800\u00e9",
        "\\ud800\u20ac\\udc00"
      })
  void loneSurrogate_isAbsentAsAValueAndNothingAsAName(String text) {
    assertThat(json("{\"a\":\"" + text + "\"}", "/a")).startsWith("ABSENT");
    assertThat(json("{\"" + text + "\":1,\"a\":\"x\"}", "/a")).startsWith("found x");
    assertThat(json("[\"" + text + "\",\"y\"]", "/*")).startsWith("found y");
  }

  @Test
  void loneSurrogate_equalsNoName() {
    assertThat(json("{\"\\ud800\":1}", "/?")).startsWith("ABSENT");
    assertThat(json("{\"a\\ud800\":1}", "/a")).startsWith("ABSENT");
  }

  @Test
  void byteOrderMark_isSkippedOnceAtTheStart() {
    String mark = "\u00ef\u00bb\u00bf";
    assertThat(json(raw(mark + "{\"a\":1}"), "/a")).isEqualTo("found 1 @10");
    assertThat(json(raw(mark), "/a")).isEqualTo("BODY_MALFORMED @3");
    assertThat(json(raw("\u00ef"), "/a")).isEqualTo("BODY_MALFORMED @1");
    assertThat(json(raw("\u00ef{"), "/a")).isEqualTo("BODY_MALFORMED @2");
    assertThat(json(raw(mark + mark + "{\"a\":1}"), "/a")).isEqualTo("BODY_MALFORMED @4");
    assertThat(json(raw(" " + mark + "{\"a\":1}"), "/a")).isEqualTo("BODY_MALFORMED @2");
    assertThat(json(raw("\u00fe\u00ff\0{"), "/a")).isEqualTo("BODY_MALFORMED @1");
    assertThat(json(raw("{\0\"\0"), "/a")).isEqualTo("BODY_MALFORMED @2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0080",
        "\u00bf",
        "\u00c0\u0080",
        "\u00c1\u00bf",
        "\u00c3(",
        "\u00e0\u0080\u0080",
        "\u00e0\u009f\u00bf",
        "\u00ed\u00a0\u0080",
        "\u00e2\u0082",
        "\u00e2(\u00a1",
        "\u00f0\u0080\u0080\u0080",
        "\u00f0\u008f\u00bf\u00bf",
        "\u00f4\u0090\u0080\u0080",
        "\u00f5\u0080\u0080\u0080",
        "\u00ff",
        "\u00f0\u009f\u0098",
        "\u00f0\u009f\u0098("
      })
  void bytes_thatAreNoUtf8AreBroken(String bytes) {
    assertThat(json(raw("{\"a\":\"" + bytes + "\"}"), "/a")).startsWith("BODY_MALFORMED");
    assertThat(json(raw("{\"b\":\"" + bytes + "\",\"a\":1}"), "/a")).startsWith("BODY_MALFORMED");
    assertThat(json(raw("{\"" + bytes + "\":1,\"a\":1}"), "/a")).startsWith("BODY_MALFORMED");
    assertThat(json(raw("{\"a\":1}" + bytes), "/a")).isEqualTo("found 1 @7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{,}",
        "{\"b\"}",
        "{\"b\" 1}",
        "{\"b\":}",
        "{\"b\":1,}",
        "{\"b\":1 \"c\":2}",
        "{b:1}",
        "{1:1}",
        "{\"b\"::1}",
        "{\"b\":1]",
        "{\"b\":[1}",
        "{\"b\":[,1]}",
        "{\"b\":[1,]}",
        "{\"b\":[1 2]}",
        "{\"b\":[1,,2]}",
        "{\"b\":{]}",
        "}",
        "]",
        ",",
        ":",
        "{\"b\":[:]}",
        "{\"b\":'x'}",
        "{\"b\":1}}",
        "{/**/}",
        "{\"b\":1;}",
        "{{}}",
        "{\"b\":tru}",
        "{\"b\":\"x\"\"}",
        "{\"b\":\u00a01}",
        "{\"b\":\f1}",
        "{\"b\" \"c\"}",
        "{\"b\":[\"x\":1]}",
        "{[]:1}"
      })
  void structure_outsideTheGrammarIsBroken(String document) {
    String end = document.equals("{\"b\":1}}") ? "ABSENT @7" : "BODY_MALFORMED";
    assertThat(json(document, "/a")).startsWith(end);
  }

  @Test
  void depth_atTheLimitAndBeyond() {
    String deepest = "[".repeat(3) + "]".repeat(3);
    assertThat(depth("{\"b\":" + "[[]]" + ",\"a\":1}", 3)).isEqualTo("found 1 @16");
    assertThat(depth("{\"b\":" + deepest + ",\"a\":1}", 3)).isEqualTo("BODY_MALFORMED @8");
    assertThat(depth("{\"a\":{", 1)).isEqualTo("BODY_MALFORMED @6");
    assertThat(depth("{\"a\":{", 2)).isEqualTo("ABSENT @6");
    assertThat(depth("{", 0)).isEqualTo("BODY_MALFORMED @1");
    assertThat(depth("12", 0)).isEqualTo("ABSENT @2");
    for (int limit : new int[] {63, 64, 65, 127, 128, 129}) {
      String open = "{\"b\":[".repeat(limit / 2);
      String close = "]}".repeat(limit / 2);
      assertThat(depth("[" + open + close + ",7]", limit / 2 * 2 + 1, "/1")).startsWith("found 7");
      assertThat(depth("[" + open + close + ",7]", limit / 2 * 2, "/1")).startsWith("BODY_MALF");
    }
  }

  private static String depth(String body, int depth) {
    return depth(body, depth, "/a");
  }

  private static String depth(String body, int depth, String pointer) {
    List<BodySource> question = List.of(Sources.json(pointer, ScanCheck.NO_LIMIT));
    return ScanCheck.scan(ScanCheck.utf8(body), question, depth).get(0).toString();
  }

  @Test
  void star_findsEqualValues() {
    assertThat(json("[{\"p\":{\"id\":\"x\"}},{\"p\":{\"id\":\"x\"}}]#", "/*/p/id"))
        .isEqualTo("found x @35");
    assertThat(json("[1,\"1\",1]", "/*")).isEqualTo("found 1 @9");
    assertThat(json("[]", "/*")).isEqualTo("ABSENT @2");
    assertThat(json("[null,\"\",{},[],1.5,\"x\"]", "/*")).isEqualTo("found x @23");
    assertThat(json("{\"a\":[{\"b\":1},{\"c\":2},3,{\"b\":1}],\"d\":0}", "/a/*/b"))
        .isEqualTo("found 1 @32");
    assertThat(json("[[1,1],[1],[],2]", "/*/*")).isEqualTo("found 1 @16");
  }

  @Test
  void star_isAmbiguousAtTheSecondDifferentValue() {
    assertThat(json("[\"x\",\"X\"#", "/*")).isEqualTo("AMBIGUOUS @8");
    assertThat(json("[1,2#", "/*")).isEqualTo("BODY_MALFORMED @5");
    assertThat(json("[1,2,#", "/*")).isEqualTo("AMBIGUOUS @5");
    assertThat(json("[[1,1],[2,#", "/*/*")).isEqualTo("AMBIGUOUS @10");
    assertThat(json("[{\"a\":1,\"a\":2},{\"a\":1}]", "/*/a")).isEqualTo("found 1 @23");
    assertThat(json("[\"\\u0001\",\"x\"]", "/*")).isEqualTo("AMBIGUOUS @13");
  }

  @Test
  void star_mixesWithIndexes() {
    String body = "[[1,2],[3,2],[4,2]]";
    assertThat(json(body, "/*/1")).isEqualTo("found 2 @19");
    assertThat(json(body, "/*/0")).isEqualTo("AMBIGUOUS @10");
    assertThat(json(body, "/1/*")).isEqualTo("AMBIGUOUS @12");
    assertThat(json(body, "/2/0")).isEqualTo("found 4 @16");
    assertThat(json("[{\"v\":[[5]]},{\"v\":[[5],[5]]}]", "/*/v/*/0")).isEqualTo("found 5 @29");
    assertThat(json("{\"*\":1}", "/*")).isEqualTo("ABSENT @1");
  }

  @Test
  void questions_passThroughAndEndAtTheSameNode() {
    List<BodySource> questions =
        List.of(
            Sources.json("/a", 100),
            Sources.json("/a/b", 100),
            Sources.json("/a/b/c", 100),
            Sources.json("/a/*/c", 100),
            Sources.json("/a/0/c", 100),
            Sources.json("/z", 100),
            Sources.json("/a", 3));
    assertThat(scan("{\"a\":{\"b\":\"x\",\"c\":1},\"z\":2}", questions))
        .containsExactly(
            "ABSENT @6",
            "found x @13",
            "ABSENT @13",
            "ABSENT @6",
            "ABSENT @20",
            "found 2 @27",
            "BODY_LIMIT @3");
    assertThat(scan("{\"a\":[{\"c\":1},{\"c\":1}],\"z\":2}", questions))
        .containsExactly(
            "ABSENT @6",
            "ABSENT @6",
            "ABSENT @6",
            "found 1 @22",
            "found 1 @13",
            "found 2 @29",
            "BODY_LIMIT @3");
    assertThat(scan("{\"a\":\"q\",\"z\":2}", questions))
        .containsExactly(
            "found q @8",
            "ABSENT @8",
            "ABSENT @8",
            "ABSENT @8",
            "ABSENT @8",
            "found 2 @15",
            "BODY_LIMIT @3");
  }

  private static List<String> scan(String body, List<BodySource> questions) {
    return ScanCheck.scan(ScanCheck.utf8(body), questions).stream()
        .map(ScanCheck.Answer::toString)
        .toList();
  }

  @Test
  void limit_isJudgedByPosition() {
    String body = "{\"a\":\"x\",\"b\":1}";
    assertThat(limited(body, "/a", 8)).isEqualTo("found x @8");
    assertThat(limited(body, "/a", 7)).isEqualTo("BODY_LIMIT @7");
    assertThat(limited(body, "/b", 15)).isEqualTo("found 1 @15");
    assertThat(limited(body, "/b", 14)).isEqualTo("BODY_LIMIT @14");
    assertThat(limited("{\"a\":\u0001}", "/a", 6)).isEqualTo("BODY_MALFORMED @6");
    assertThat(limited("{\"a\":\u0001}", "/a", 5)).isEqualTo("BODY_LIMIT @5");
    assertThat(limited("{\"a\":", "/a", 5)).isEqualTo("BODY_MALFORMED @5");
    assertThat(limited("{\"a\":", "/a", 4)).isEqualTo("BODY_LIMIT @4");
    assertThat(limited("42", "/a", 2)).isEqualTo("ABSENT @2");
    assertThat(limited("42 ", "/a", 2)).isEqualTo("BODY_LIMIT @2");
    assertThat(limited("x", "/a", 0)).isEqualTo("BODY_LIMIT @0");
    assertThat(limited("", "/a", 0)).isEqualTo("ABSENT @0");
  }

  private static String limited(String body, String pointer, int limitBytes) {
    List<BodySource> question = List.of(Sources.json(pointer, limitBytes));
    return ScanCheck.scan(ScanCheck.utf8(body), question).get(0).toString();
  }

  @Test
  void longValue_isFoundWhole() {
    String value = "v\u00e9".repeat(300);
    assertThat(json("{\"a\":\"" + value + "\"}", "/a")).startsWith("found " + value + " @");
    String digits = "1234567890".repeat(60);
    assertThat(json("{\"a\":" + digits + "}", "/a")).startsWith("found " + digits + " @");
  }
}
