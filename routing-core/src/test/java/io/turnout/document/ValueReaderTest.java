// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueReaderTest {

  private final Problems problems = new Problems();
  private final ValueReader values = new ValueReader(problems);

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "1,1",
    "512B,512",
    "64KiB,65536",
    "1MiB,1048576",
    "2GiB,2147483648",
    "'\"64\"',64",
    "9223372036854775807,9223372036854775807",
    "8589934591GiB,9223372035781033984"
  })
  void size_isReadInBytes(String written, long bytes) {
    assertThat(read(written, values::size)).contains(bytes);
    assertThat(problems.list()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "64KB",
    "64 KiB",
    "-1",
    "+1",
    "1.5MiB",
    "KiB",
    "1kib",
    "0x10",
    "1_000",
    "true",
    "''",
    "9223372036854775808",
    "8589934592GiB",
    "99999999999999999999"
  })
  void size_isRefused(String written) {
    assertThat(read(written.isEmpty() ? "\"\"" : written, values::size)).isEmpty();
    assertThat(found()).startsWith("1:4 invalid-size \"a\" must be a size such as 512, 64KiB");
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "0s,0",
    "250ms,250",
    "30s,30000",
    "1h30m,5400000",
    "1d,86400000",
    "5m5m,600000",
    "1s1ms,1001",
    "'\"0\"',0",
    "36500d,3153600000000",
    "36499d24h,3153600000000"
  })
  void duration_isRead(String written, long millis) {
    assertThat(read(written, values::duration)).contains(Duration.ofMillis(millis));
    assertThat(problems.list()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "5",
    "30",
    "-1s",
    "1.5s",
    "30 s",
    "s",
    "1S",
    "1w",
    "1m30",
    "00",
    "36500d1ms",
    "36501d",
    "9223372036854775807d",
    "9223372036854775808ms",
    "99999999999999999999s",
    "on"
  })
  void duration_isRefused(String written) {
    assertThat(read(written, values::duration)).isEmpty();
    assertThat(found()).startsWith("1:4 invalid-duration \"a\" must be a duration such as");
  }

  @Test
  void durationText_isLimited() {
    assertThat(read("0s".repeat(50), values::duration)).contains(Duration.ZERO);
    assertThat(read("0s".repeat(51), values::duration)).isEmpty();
    assertThat(read("1s".repeat(100_000), values::duration)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1,1", "64,64", "-5,-5", "0,0", "+7,7", "100,100"})
  void integer_isRead(String written, long number) {
    assertThat(read(written, (v, what) -> values.integer(v, what, -5, 100))).contains(number);
  }

  @ParameterizedTest
  @CsvSource({
    "101,invalid-value",
    "-6,invalid-value",
    "007,invalid-value",
    "0x1,invalid-value",
    "1_0,invalid-value",
    "1:30,invalid-value",
    "99999999999999999999,invalid-value",
    "'\"1\"',wrong-type",
    "1.0,wrong-type",
    "1e3,wrong-type",
    "yes,wrong-type",
    "one,wrong-type",
    "'',wrong-type",
    "[1],wrong-type"
  })
  void integer_isRefused(String written, String code) {
    assertThat(read(written, (v, what) -> values.integer(v, what, -5, 100))).isEmpty();
    assertThat(found()).contains(" " + code + " \"a\" must be an integer");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x|x",
        "\"2\"|2",
        "\"yes\"|yes",
        "\"\"|''",
        "a b|a b",
      })
  void text_isRead(String written, String text) {
    assertThat(read(written, values::text)).contains(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2|\"2\" is an integer; put it in quotes",
        "2.0|\"2.0\" is a number; put it in quotes",
        "yes|\"yes\" is a boolean; put it in quotes",
        "off|\"off\" is a boolean; put it in quotes",
        "12:30|\"12:30\" is an integer; put it in quotes",
      })
  void textWithoutQuotes_asksForThem(String written, String message) {
    assertThat(read(written, values::text)).isEmpty();
    assertThat(found())
        .isEqualTo("1:4 wrong-type \"a\" must be text, and without quotes " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|1:3 wrong-type \"a\" must be text, not nothing",
        "~|1:4 wrong-type \"a\" must be text, not nothing",
        "[x]|1:4 wrong-type \"a\" must be text, not a list",
        "{x: y}|1:4 wrong-type \"a\" must be text, not a mapping",
      })
  void text_isRefused(String written, String problem) {
    assertThat(read(written == null ? "" : written, values::text)).isEmpty();
    assertThat(found()).isEqualTo(problem);
  }

  @Test
  void flag_isTrueOrFalse() {
    assertThat(read("true", values::flag)).contains(true);
    assertThat(read("False", values::flag)).contains(false);
    assertThat(read("yes", values::flag)).isEmpty();
    assertThat(read("\"true\"", values::flag)).isEmpty();
    assertThat(problems.list())
        .extracting(Problem::message)
        .containsExactly(
            "\"a\" must be true or false, not \"yes\"",
            "\"a\" must be true or false, not the text \"true\"");
  }

  @Test
  void word_isOneOfTheKnown() {
    List<String> known = List.of("edge", "authority");

    assertThat(read("edge", (v, what) -> values.word(v, what, known))).contains("edge");
    assertThat(read("egde", (v, what) -> values.word(v, what, known))).isEmpty();
    assertThat(problems.list())
        .extracting(Problem::text)
        .containsExactly(
            "1:4: \"a\" must be one of edge, authority, not \"egde\" (did you mean \"edge\"?)");
  }

  @Test
  void collections_mustNotBeEmpty() {
    assertThat(read("[]", values::list)).isEmpty();
    assertThat(read("{}", values::map)).isEmpty();
    assertThat(read("[]", values::oneOrList)).isEmpty();
    assertThat(problems.count()).isEqualTo(3);
    assertThat(problems.list()).extracting(Problem::code).containsOnly(ProblemCode.INVALID_VALUE);
  }

  @Test
  void collections_mustBeOfTheirKind() {
    assertThat(read("x", values::list)).isEmpty();
    assertThat(read("[x]", values::map)).isEmpty();
    assertThat(problems.list())
        .extracting(Problem::message)
        .containsExactly(
            "\"a\" must be a list, not the text \"x\"", "\"a\" must be a mapping, not a list");
  }

  @Test
  void oneValue_isAListOfOne() {
    assertThat(read("x", values::oneOrList).orElseThrow()).hasSize(1);
    assertThat(read("[x, y]", values::oneOrList).orElseThrow()).hasSize(2);
  }

  @Test
  void mapReader_reportsUnknownAndMissingKeys() {
    Document document = Document.parse("turnout: 1\nrulse: []\nb: { <<: 1, x:y: 2, banana: 3 }\n");
    MapReader root =
        values.root(document, "the rule file", List.of("turnout", "rules", "b")).orElseThrow();
    root.require("rules", values::list);
    root.require("turnout", (v, what) -> values.integer(v, what, 1, 1));
    root.read("b", (v, what) -> values.map(v, what, List.of("key")));

    assertThat(problems.list())
        .extracting(problem -> problem.code().text() + " " + problem.text())
        .containsExactly(
            "missing-key 1:1: \"rules\" is missing from the rule file",
            "unknown-key 2:1: unknown key \"rulse\" in the rule file (did you mean \"rules\"?)",
            "unknown-key 3:6: unknown key \"<<\" in \"b\"",
            "unknown-key 3:13: unknown key in \"b\"",
            "unknown-key 3:21: unknown key \"banana\" in \"b\"");
  }

  @Test
  void mapReader_takesOverTheProblemsOfTheDocument() {
    assertThat(values.root(Document.parse("a: [\n"), "the file", List.of("a"))).isEmpty();
    assertThat(problems.list()).extracting(Problem::code).containsExactly(ProblemCode.YAML);
  }

  @Test
  void emptyFile_isNoMapping() {
    assertThat(values.root(Document.parse(""), "the file", List.of("a"))).isEmpty();
    assertThat(found()).isEqualTo("1:1 wrong-type the file must be a mapping, not nothing");
  }

  @Test
  void keyThatIsNotKnown_cannotBeAskedFor() {
    MapReader reader = values.root(Document.parse("a: 1"), "the file", List.of("a")).orElseThrow();

    assertThatThrownBy(() -> reader.find("b"))
        .hasMessage("\"b\" is not among the known keys of the file: [a]");
    assertThat(reader.has("a")).isTrue();
    assertThat(reader.what()).isEqualTo("the file");
  }

  private <T> Optional<T> read(String written, ValueReading<T> reading) {
    MapValue root = (MapValue) Document.parse("a: " + written).root().orElseThrow();
    return reading.read(root.get("a").orElseThrow(), "\"a\"");
  }

  private String found() {
    assertThat(problems.list()).hasSize(1);
    Problem problem = problems.list().get(0);
    return problem.at() + " " + problem.code().text() + " " + problem.message();
  }
}
