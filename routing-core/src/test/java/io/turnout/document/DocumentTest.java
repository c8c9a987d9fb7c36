// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTest {

  @Test
  void values_haveTheirPlaces() {
    MapValue root =
        map("turnout: 1\nrules:\n  - name: a\n    when: { path: '/x', q: [b, \"c\"] }\n");

    assertThat(root.at()).isEqualTo(new Position(1, 1));
    assertThat(root.entries().get(0).value()).isEqualTo(Scalar.plain("1", new Position(1, 10)));
    assertThat(root.entries().get(1).key().at()).isEqualTo(new Position(2, 1));
    ListValue rules = (ListValue) root.get("rules").orElseThrow();
    assertThat(rules.at()).isEqualTo(new Position(3, 3));
    MapValue rule = (MapValue) rules.items().get(0);
    assertThat(rule.at()).isEqualTo(new Position(3, 5));
    MapValue when = (MapValue) rule.get("when").orElseThrow();
    assertThat(when.at()).isEqualTo(new Position(4, 11));
    assertThat(when.get("path")).contains(Scalar.quoted("/x", new Position(4, 19)));
    ListValue list = (ListValue) when.get("q").orElseThrow();
    assertThat(list.at()).isEqualTo(new Position(4, 28));
    assertThat(list.items())
        .containsExactly(
            Scalar.plain("b", new Position(4, 29)), Scalar.quoted("c", new Position(4, 32)));
  }

  @Test
  void emptyValue_isPlacedAfterItsColon() {
    assertThat(map("rules:\n").get("rules")).contains(Scalar.plain("", new Position(1, 7)));
  }

  @Test
  void columns_countCodePoints() {
    MapValue root = map("# \uD83D\uDE00\n\uD83D\uDE00\u00e9: [\uD83D\uDE00, x]\n");

    ListValue list = (ListValue) root.entries().get(0).value();
    assertThat(list.items().get(1).at()).isEqualTo(new Position(2, 9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void lines_endInAnyOfTheThreeWays(String end) {
    assertThat(map("a: 1" + end + "b: 2" + end).entries().get(1).key().at())
        .isEqualTo(new Position(2, 1));
  }

  @Test
  void byteOrderMark_isSkippedAtTheStartAndTakesNoColumn() {
    Document document = Document.parse("\uFEFFa: 1", DocumentLimits.DEFAULT);

    assertThat(document.problems()).isEmpty();
    assertThat(document.root().orElseThrow().at()).isEqualTo(Position.START);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "# nothing\n", "---\n", "\uFEFF"})
  void emptyText_isNothing(String text) {
    Document document = Document.parse(text);

    assertThat(document.problems()).isEmpty();
    assertThat(document.root().orElseThrow().description()).isEqualTo("nothing");
  }

  @ParameterizedTest
  @CsvSource({
    "x,TEXT",
    "'''1''',TEXT",
    "'\"yes\"',TEXT",
    "1,INTEGER",
    "-7,INTEGER",
    "007,INTEGER",
    "0x1F,INTEGER",
    "0b10,INTEGER",
    "1_000,INTEGER",
    "12:30,INTEGER",
    "12:30.5,FLOAT",
    "1.5,FLOAT",
    ".5,FLOAT",
    "1e3,FLOAT",
    ".inf,FLOAT",
    "-.INF,FLOAT",
    ".nan,FLOAT",
    "yes,BOOLEAN",
    "No,BOOLEAN",
    "on,BOOLEAN",
    "OFF,BOOLEAN",
    "true,BOOLEAN",
    "False,BOOLEAN",
    "~,NULL",
    "null,NULL",
    "NULL,NULL",
    "'',NULL",
    "'\"\"',TEXT",
    "y,TEXT",
    "nUll,TEXT",
    "1a,TEXT",
    "-,TEXT",
    "'-x',TEXT",
    "1.2.3,TEXT",
    "64KiB,TEXT",
    "2026-11-30,TEXT",
    "business:1,TEXT",
    "12:75,TEXT",
    "+,TEXT",
    ".,TEXT"
  })
  void scalar_isOfTheKindThatYamlTakesItFor(String written, Scalar.Kind kind) {
    String value = written.equals("-") ? "\"-\"" : written;

    Scalar scalar = (Scalar) map("a: " + value).get("a").orElseThrow();

    assertThat(scalar.kind()).isEqualTo(kind);
    assertThat(scalar.quoted()).isEqualTo(value.startsWith("\"") || value.startsWith("'"));
  }

  @Test
  void scalarOfManyPlaces_needsNoDeepStack() {
    Scalar scalar = (Scalar) map("a: 1" + ":1".repeat(100_000)).get("a").orElseThrow();

    assertThat(scalar.kind()).isEqualTo(Scalar.Kind.TEXT);
  }

  @Test
  void block_isQuoted() {
    Scalar scalar = (Scalar) map("a: |\n  1\n").get("a").orElseThrow();

    assertThat(scalar).isEqualTo(Scalar.quoted("1\n", new Position(1, 4)));
  }

  @Test
  void json_isRead() {
    MapValue root =
        map("{\n\t\"a\": \"\\/\\u00e9\\ud83d\\ude00\",\n\t\t\"b\": [1, null, true, {}]\n}\n");

    assertThat(root.get("a")).contains(Scalar.quoted("/\u00e9\uD83D\uDE00", new Position(2, 7)));
    assertThat(root.entries().get(1).key().at()).isEqualTo(new Position(3, 3));
  }

  @Test
  void jsonOnOneLine_isRead() {
    MapValue root = map("{\"a\":\"b\",\"c\":[1,{\"d\\/\":\"\\\\/\"}]}");

    MapValue inner = (MapValue) ((ListValue) root.get("c").orElseThrow()).items().get(1);
    assertThat(inner.get("d/")).contains(Scalar.quoted("\\/", new Position(1, 24)));
  }

  @Test
  void escapedSlashInSingleQuotes_keepsItsBackslash() {
    assertThat(map("{ a: '\\/', \"b\": \"#\" }").get("a"))
        .contains(Scalar.quoted("\\/", new Position(1, 6)));
  }

  @Test
  void mergeKey_isAKeyLikeAnyOther() {
    MapValue root = map("a: &a { b: 1 }\nc:\n  <<: *a\n");

    MapValue merged = (MapValue) root.get("c").orElseThrow();
    assertThat(merged.entries()).extracting(entry -> entry.key().text()).containsExactly("<<");
  }

  @Test
  void alias_repeatsTheValueOfItsAnchor() {
    MapValue root = map("a: &a [x]\nb: *a\n");

    assertThat(root.get("b")).isEqualTo(root.get("a"));
  }

  @Test
  void aliasAsKey_standsWhereItStands() {
    MapValue root = map("a: &k x\n*k : 1\n");

    assertThat(root.entries().get(1).key()).isEqualTo(Scalar.plain("x", new Position(2, 1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: 1\\nb: 2\\na: 3|3:1: duplicate key \"a\", which stands at 1:1 before",
        "{ a: 1, \"a\": 2 }|1:9: duplicate key \"a\", which stands at 1:3 before",
        "x:y: 1\\nx:y: 2|2:1: duplicate key, which stands at 1:1 before",
        "? [a]\\n: 1|1:3: a key must be text, not a list",
        "? {a: 1}\\n: 1|1:3: a key must be text, not a mapping",
        "?\\n: 1|1:2: a key must be text, not empty",
        "\"\": 1|1:1: a key must be text, not empty",
        "a: !!str 1|1:4: tag \"!!str\" is not allowed; no tag is",
        "a: ! 1|1:4: tag \"!\" is not allowed; no tag is",
        "a: !x {b: 1}|1:4: tag \"!x\" is not allowed; no tag is",
        "!!map {a: 1}|1:1: tag \"!!map\" is not allowed; no tag is",
        "a: !<x> [1]|1:4: tag \"x\" is not allowed; no tag is",
        "a: \"\\ud83d\"|1:4: an escape in this text is half a character",
      })
  void mistake_isReportedAndTheRestIsRead(String text, String problem) {
    Document document = Document.parse(text.replace("\\n", "\n"));

    assertThat(document.root()).isPresent();
    assertThat(document.problems()).extracting(Problem::text).containsExactly(problem);
  }

  @Test
  void mistakes_areAllReportedInOrder() {
    Document document = Document.parse("a: !x 1\nb: 1\nb: 2\nc: { d: 1, d: !y 2 }\n");

    assertThat(document.problems())
        .extracting(problem -> problem.at().text() + " " + problem.code().text())
        .containsExactly("1:4 yaml", "3:1 duplicate-key", "4:12 duplicate-key", "4:15 yaml");
  }

  @Test
  void duplicateKey_keepsTheFirstValue() {
    Document document = Document.parse("a: 1\na: 2\n");

    assertThat(((MapValue) document.root().orElseThrow()).get("a"))
        .contains(Scalar.plain("1", new Position(1, 4)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: { path: /x/{id} }|1:15|must be quoted: \"/x/{id}\"",
        "a: { path: /x/{id}/y, b: 1 }|1:15|must be quoted: \"/x/{id}/y\"",
        "a: [ /x/{id}.json, /y ]|1:9|must be quoted: \"/x/{id}.json\"",
        "a: { path: /x/@{id:[a-z]{2,3}}/** }|1:16|must be quoted: \"/x/@{id:[a-z]{2,3}}/**\"",
        "a: { b: x{y} }|1:10|a template with braces must be quoted",
        "a: { b: [0-9]+ }|1:14|a text that begins with { or [ must be quoted",
        "host: *.example.com|1:8|a text that begins with * or & must be quoted",
        "a: *x|1:4|alias \"*x\" has no anchor before it",
        "a: &x { b: *x }|1:12|alias \"*x\" stands inside itself",
        "a: b: c|1:5|a text that holds a colon and a space must be quoted",
        "a:\\n\\tb: 1|2:1|found a tab that cannot start any token; YAML is indented",
        "a:\\n  b: {c: 1}\\n   d: 2|3:4|the keys of one mapping begin in one column",
        "a:\\n  - 1\\n  b: 2|3:3|the entries of one list, each with a dash and a space",
        "a: @x|1:4|a text that begins with @ must be quoted",
        "a: \"\\d+\"|1:6|in single quotes it is itself",
        "a: 1\\nb|2:2|a key is followed by a colon and a space",
        "a: 'x|1:6|that begins at 1:4, found unexpected end of stream",
        "a: {b: 1|1:9|that begins at 1:4, expected ',' or '}'",
        "a: [1, 2|1:9|that begins at 1:4, expected ',' or ']'",
        "a: \"\\x|1:7|an escape before this place is broken",
        "a: \"\\UFFFFFFFF\"|1:7|this is not YAML",
        "a: 1\\n---\\nb: 1|2:1|a second document begins here",
        "---\\n---|2:1|a second document begins here",
        "a: 1\\n...\\nb|3:1|this is not YAML",
        "%YAML 2.0\\n---\\na: 1|1:1|this is not YAML",
        "&a &b x|1:4|this is not YAML",
        "a: x\\u0007|1:5|character U+0007 may stand here only as an escape",
        "a: x\\u0085y|1:5|character U+0085 may stand here only as an escape",
        "a: 1\\n\\u2028|2:1|character U+2028 may stand here only as an escape",
        "a: 1\\n\\uFEFFb: 1|2:1|character U+FEFF may stand here only as an escape",
      })
  void brokenText_hasOneProblemAndNoRoot(String text, String at, String cure) {
    Document document = Document.parse(unescape(text));

    assertThat(document.root()).isEmpty();
    assertThat(document.problems()).hasSize(1);
    Problem problem = document.problems().get(0);
    assertThat(problem.at().text()).isEqualTo(at);
    assertThat(problem.code()).isEqualTo(ProblemCode.YAML);
    assertThat(problem.message()).contains(cure);
  }

  @Test
  void loneSurrogate_isBroken() {
    assertThat(Document.parse("a: \uD83D").problems())
        .extracting(Problem::text)
        .containsExactly("1:4: character U+D83D may stand here only as an escape in quotes");
  }

  @Test
  void bytesThatAreNoUtf8_areBrokenWhereTheyStand() {
    byte[] content = "a: 1\nb: \u00e9x".getBytes(StandardCharsets.UTF_8);
    content[content.length - 1] = (byte) 0xff;

    Document document = Document.parse(content, DocumentLimits.DEFAULT);

    assertThat(document.root()).isEmpty();
    assertThat(document.problems())
        .extracting(Problem::text)
        .containsExactly("2:5: the text is not UTF-8: byte 0xff at offset 10");
  }

  @Test
  void cutCharacter_isNoUtf8() {
    byte[] content = {'a', ':', ' ', (byte) 0xc3};

    assertThat(Document.parse(content, DocumentLimits.DEFAULT).problems())
        .extracting(Problem::text)
        .containsExactly("1:4: the text is not UTF-8: byte 0xc3 at offset 3");
  }

  @Test
  void utf16_isNoUtf8() {
    Document document =
        Document.parse("a: 1".getBytes(StandardCharsets.UTF_16), DocumentLimits.DEFAULT);

    assertThat(document.problems()).extracting(Problem::code).containsExactly(ProblemCode.YAML);
  }

  @Test
  void size_isLimitedInBytes() {
    DocumentLimits limits = DocumentLimits.DEFAULT.withSizeBytes(6);

    assertThat(Document.parse("a: \u00e9x", limits).problems()).isEmpty();
    assertThat(Document.parse("a: \u00e9xy", limits).problems())
        .extracting(Problem::text)
        .containsExactly("1:1: the text has 7 bytes; at most 6 are read");
    assertThat(Document.parse("a: \u20acxy".getBytes(StandardCharsets.UTF_8), limits).root())
        .isEmpty();
  }

  @Test
  void nesting_isLimited() {
    assertThat(Document.parse("[".repeat(50) + "]".repeat(50)).problems()).isEmpty();
    assertThat(Document.parse("[".repeat(51) + "]".repeat(51)).problems())
        .extracting(Problem::text)
        .containsExactly("1:51: lists and mappings nest deeper than 50 levels");
    assertThat(Document.parse("[".repeat(1_000_000)).problems()).hasSize(1);
  }

  @Test
  void aliasesOfCollections_areLimited() {
    assertThat(Document.parse(aliases(50)).problems()).isEmpty();
    assertThat(Document.parse(aliases(51)).problems())
        .extracting(Problem::text)
        .containsExactly("2:205: more than 50 aliases stand for lists and mappings");
  }

  private static String aliases(int count) {
    return "a: &a [x]\nb: [" + "*a, ".repeat(count) + "]\n";
  }

  @Test
  void values_areLimitedWithThoseThatAliasesRepeat() {
    DocumentLimits limits = new DocumentLimits(1_000, 50, 50, 9);

    assertThat(Document.parse("a: &a [x, y]\nb: *a", limits).problems()).isEmpty();
    assertThat(Document.parse("a: &a [x, yy, z]\nb: *a", limits).problems())
        .extracting(Problem::text)
        .containsExactly("2:4: there are more than 9 values, aliases included");
  }

  @Test
  void textThatAliasesRepeat_isLimitedToTheSizeOfATextItself() {
    DocumentLimits limits = new DocumentLimits(40, 50, 50, 50);

    assertThat(Document.parse("a: &a xxxxxxxxxx\nb: [*a, *a, *a, *a]", limits).problems())
        .isEmpty();
    assertThat(Document.parse("a: &a xxxxxxxxxxx\nb: [*a, *a, *a, *a]", limits).problems())
        .extracting(Problem::text)
        .containsExactly("2:17: aliases repeat more than 40 characters of text");

    String nested = "a: &a xxxxxxxxxx\nb: &b [*a, *a]\nc: [*b, *b";
    DocumentLimits sixty = limits.withSizeBytes(60);
    assertThat(Document.parse(nested + "]", sixty).problems()).isEmpty();
    assertThat(Document.parse(nested + ", *b]", sixty).problems())
        .extracting(Problem::text)
        .containsExactly("3:13: aliases repeat more than 60 characters of text");
  }

  @Test
  void longTokens_takeTimeInProportion() {
    int chars = 8 << 20;
    DocumentLimits limits = DocumentLimits.DEFAULT.withSizeBytes(2 * chars);
    for (String content : List.of("a: " + "x".repeat(chars), "a: 1" + " ".repeat(chars))) {
      assertTimeoutPreemptively(
          Duration.ofMinutes(5),
          () -> assertThat(Document.parse(content, limits).problems()).isEmpty());
    }
  }

  @Test
  void flood_isStoppedBeforeItIsOne() {
    StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x]\n");
    for (int i = 1; i <= 9; i++) {
      text.append(
          "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d]\n"
              .formatted(i, i, i - 1, i - 1, i - 1, i - 1, i - 1));
    }

    assertThat(Document.parse(text.toString()).problems())
        .extracting(Problem::text)
        .containsExactly("9:10: there are more than 1000000 values, aliases included");
  }

  @Test
  void limits_mustMakeSense() {
    assertThatThrownBy(() -> new DocumentLimits(-1, 1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(new DocumentLimits(1, 500, 1, 1).nestingLevels()).isEqualTo(500);
    assertThatThrownBy(() -> new DocumentLimits(1, 501, 1, 1))
        .hasMessage("nestingLevels 501 must not be above 500");
  }

  @Test
  void deepestNestingThatCanBeAllowed_fitsTheStack() {
    DocumentLimits limits = new DocumentLimits(1 << 20, 500, 0, 1_000);

    assertThat(Document.parse("[".repeat(500) + "]".repeat(500), limits).problems()).isEmpty();
    assertThat(Document.parse("- ".repeat(500) + "x", limits).problems()).isEmpty();
  }

  private static MapValue map(String text) {
    Document document = Document.parse(text);
    assertThat(document.problems()).isEmpty();
    return (MapValue) document.root().orElseThrow();
  }

  private static String unescape(String text) {
    return text.replace("\\n", "\n")
        .replace("\\t", "\t")
        .replace("\\u0007", "\u0007")
        .replace("\\u0085", "\u0085")
        .replace("\\u2028", "\u2028")
        .replace("\\uFEFF", "\uFEFF");
  }
}
