// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static io.turnout.extract.ScanCheck.form;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormScanTest {

  @Test
  void field_endsAtTheAmpersandOrTheEnd() {
    assertThat(form("a=1&id=x&b=2", "id")).isEqualTo("found x @9");
    assertThat(form("a=1&id=x", "id")).isEqualTo("found x @8");
    assertThat(form("id=x&", "id")).isEqualTo("found x @5");
  }

  @Test
  void firstField_countsEvenIfEmpty() {
    assertThat(form("id=1&id=2", "id")).isEqualTo("found 1 @5");
    assertThat(form("id=&id=2", "id")).isEqualTo("ABSENT @4");
    assertThat(form("id&id=2", "id")).isEqualTo("ABSENT @3");
    assertThat(form("a&id", "id")).isEqualTo("ABSENT @4");
    assertThat(form("i%64=1&id=2", "id")).isEqualTo("found 1 @7");
  }

  @Test
  void missingField_isAbsentAtTheEnd() {
    assertThat(form("a=1&b=2", "id")).isEqualTo("ABSENT @7");
    assertThat(form("&&=&=x&idx=1&i=2&ID=3", "id")).isEqualTo("ABSENT @21");
    assertThat(form("", "id")).isEqualTo("ABSENT @0");
  }

  @Test
  void nameAndValue_areDecoded() {
    assertThat(form("a+b%3d=x%2By+z%26%3D=1", "a b=")).isEqualTo("found x+y z&==1 @22");
    assertThat(form("id=%c3%A9\u00c3\u00a9", "id")).isEqualTo("found \u00e9\u00e9 @11");
    assertThat(form("%C3%A9=1", "\u00e9")).isEqualTo("found 1 @8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%",
        "%4",
        "%zz",
        "%4g",
        "%%41",
        "%c3",
        "%c3(",
        "\u00c3",
        "\u00ff",
        "%ed%a0%80",
        "x%",
        "\u00e2\u0082x",
        "%C0%80"
      })
  void badEscape_matters_onlyInTheFieldThatIsAskedFor(String bad) {
    assertThat(form("id=" + bad + "&a=1", "id")).startsWith("BODY_MALFORMED");
    assertThat(form("id=" + bad, "id")).startsWith("BODY_MALFORMED");
    assertThat(form("a=" + bad + "&id=x", "id")).startsWith("found x");
    assertThat(form("id" + bad + "=1&id=x", "id")).startsWith("found x");
    assertThat(form(bad + "&id=x", "id")).startsWith("found x");
    assertThat(form("id=x&id=" + bad, "id")).isEqualTo("found x @5");
  }

  @Test
  void badEscape_isSettledWhereItIsCertain() {
    assertThat(form("id=%zz", "id")).isEqualTo("BODY_MALFORMED @5");
    assertThat(form("id=%4&", "id")).isEqualTo("BODY_MALFORMED @6");
    assertThat(form("id=%c3&", "id")).isEqualTo("BODY_MALFORMED @7");
    assertThat(form("id=%ff%41", "id")).isEqualTo("BODY_MALFORMED @6");
  }

  @Test
  void limit_leavesAFieldThatGoesOnUncertain() {
    assertThat(limited("id=x&b=1", 5)).isEqualTo("found x @5");
    assertThat(limited("id=x&b=1", 4)).isEqualTo("BODY_LIMIT @4");
    assertThat(limited("id=x", 4)).isEqualTo("found x @4");
    assertThat(limited("id=%zz", 4)).isEqualTo("BODY_LIMIT @4");
    assertThat(limited("a=1", 3)).isEqualTo("ABSENT @3");
    assertThat(limited("a=12", 3)).isEqualTo("BODY_LIMIT @3");
    assertThat(limited("", 0)).isEqualTo("ABSENT @0");
    assertThat(limited("a", 0)).isEqualTo("BODY_LIMIT @0");
  }

  private static String limited(String body, int limitBytes) {
    List<BodySource> question = List.of(Sources.form("id", limitBytes));
    return ScanCheck.scan(ScanCheck.raw(body), question).get(0).toString();
  }

  @Test
  void questions_eachHaveTheirAnswer() {
    List<BodySource> questions =
        List.of(
            Sources.form("a", 100),
            Sources.form("b", 100),
            Sources.form("a", 6),
            Sources.form("c", 9),
            Sources.form("a", 100));
    assertThat(ScanCheck.scan(ScanCheck.raw("b=%41&a=1234&c=5"), questions))
        .extracting(ScanCheck.Answer::toString)
        .containsExactly(
            "found 1234 @13", "found A @6", "BODY_LIMIT @6", "BODY_LIMIT @9", "found 1234 @13");
  }
}
