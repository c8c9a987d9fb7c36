// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentEditTest {

  private static MapValue map(String text) {
    return (MapValue) Document.parse(text).root().orElseThrow();
  }

  private static MapValue.Entry entry(MapValue map, String key) {
    return map.entries().stream().filter(e -> e.key().text().equals(key)).findFirst().orElseThrow();
  }

  private static String replaced(String text) {
    MapValue map = map(text);
    return DocumentEdit.of(text)
        .replace(map, entry(map, "k"), "{ NEW }")
        .map(DocumentEdit::text)
        .orElse("none");
  }

  /** {@code ~} stands for a line break, {@code ^} for a carriage return. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "k: v|k: { NEW }",
        "k: v # why~j: w~|k: { NEW } # why~j: w~",
        "j: w~k:   'v'  # why~# about l~l: x|j: w~k:   { NEW }  # why~# about l~l: x",
        "k: { a: b, c: [d, e] }~l: x|k: { NEW }~l: x",
        "k:~  a: b # in~  c: d~# after~l: x|k:~  { NEW }~# after~l: x",
        "k: &x { a: b } # why~l: x|k: { NEW } # why~l: x",
        "j: &x v~k: *x~l: *x|j: &x v~k: { NEW }~l: *x",
        "{ j: w, k: v, l: x }|{ j: w, k: { NEW }, l: x }",
        "{ j: w, k: v }|{ j: w, k: { NEW } }",
        "{\"k\":\"v\",\"l\":\"x\"}|{\"k\":{ NEW },\"l\":\"x\"}",
        "j: 'ö\uD83D\uDE00'~'k': \"\uD83D\uDE00\"~|j: 'ö\uD83D\uDE00'~'k': { NEW }~",
        "j: w^~k: v^~l: x^~|j: w^~k: { NEW }^~l: x^~",
        "\uFEFFk: v~|\uFEFFk: { NEW }~",
      })
  void replacing_leavesTheRestAsItIs(String text, String expected) {
    String written = text.replace('~', '\n').replace('^', '\r');

    assertThat(replaced(written)).isEqualTo(expected.replace('~', '\n').replace('^', '\r'));
  }

  @Test
  void textOfSeveralLines_isReplacedToItsEnd() {
    assertThat(replaced("k: |-\n  text\n  more\n# l\nl: x\n")).isEqualTo("k: { NEW }\n# l\nl: x\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "r:~  j: w|r:~  j: w~  k: v",
        "r:~  j: w # why~# end~|r:~  j: w # why~  k: v~# end~",
        "r:~  j: w~  # in~  l: x~~# end~s: y~|r:~  j: w~  # in~  l: x~  k: v~~# end~s: y~",
        "r:~   j: { a: b,~     c: d }~s: y~|r:~   j: { a: b,~     c: d }~   k: v~s: y~",
        "r: { j: w }~s: y|r: { j: w, k: v }~s: y",
        "{ \"r\": {~    \"j\": \"w\"~  }~}|{ \"r\": {~    \"j\": \"w\",~    k: v~  }~}",
        "{ r: { j: w, }, s: y }|{ r: { j: w, k: v, }, s: y }",
        "r:^~  j: w^~s: y^~|r:^~  j: w^~  k: v^~s: y^~",
      })
  void appending_comesBehindTheLastEntry(String text, String expected) {
    String written = text.replace('~', '\n').replace('^', '\r');
    MapValue inner = (MapValue) map(written).get("r").orElseThrow();

    assertThat(DocumentEdit.of(written).append(inner, "k", "v").map(DocumentEdit::text))
        .contains(expected.replace('~', '\n').replace('^', '\r'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "r: {}|r:~  k: v",
        "a: b~r: {} # none~c: d|a: b~r:~  k: v # none~c: d",
        "{ \"r\": {} }|{ \"r\": { k: v } }",
      })
  void filling_takesThePlaceOfTheBraces(String text, String expected) {
    String written = text.replace('~', '\n');
    MapValue map = map(written);

    assertThat(
            DocumentEdit.of(written).fill(map, entry(map, "r"), "k", "v").map(DocumentEdit::text))
        .contains(expected.replace('~', '\n'));
  }

  @Test
  void insertingBefore_takesALineOfItsOwn() {
    String block = "# top\na: b\n# about r\nr: {}\n";
    assertThat(
            DocumentEdit.of(block)
                .insertBefore(map(block), entry(map(block), "r"), "k", "v")
                .text())
        .isEqualTo("# top\na: b\n# about r\nk: v\nr: {}\n");
    String flow = "{ a: b, r: {} }";
    assertThat(
            DocumentEdit.of(flow).insertBefore(map(flow), entry(map(flow), "r"), "k", "v").text())
        .isEqualTo("{ a: b, k: v, r: {} }");
  }

  @Test
  void severalEdits_areMadeTogether() {
    String text = "a: 1\nb: 2\nc: 3\n";
    MapValue map = map(text);
    Optional<DocumentEdit> edited =
        DocumentEdit.of(text)
            .replace(map, entry(map, "a"), "{ long: one }")
            .flatMap(edit -> edit.replace(map, entry(map, "c"), "x"));

    assertThat(edited.map(DocumentEdit::text)).contains("a: { long: one }\nb: 2\nc: x\n");
  }

  @Test
  void valueWhosePlaceCannotBeTold_isLeftAlone() {
    assertThat(replaced("k:\nl: x\n")).isEqualTo("none");
  }
}
