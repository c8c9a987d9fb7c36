// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {

  private static final String ID = "extract/body/accept-form.yaml#a field, and another";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        ID,
        "extract/body/accept-form.yaml",
        "extract/*",
        "*another",
        "*accept*field*",
        "extract/body/accept-form.yam?",
        "extract/body/accept-form.yaml#*",
        "**"
      })
  void pattern_fitsWholeIdOrPath(String pattern) {
    assertThat(new Glob(pattern).fits(ID)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "extract",
        "extract/body",
        "accept-form.yaml",
        "extract/body/accept-form.yaml#",
        "extract/body/accept-form.yaml?",
        "*a field",
        "extract/body/accept-form.yaml#?",
        "Extract/*"
      })
  void pattern_doesNotFitAPart(String pattern) {
    assertThat(new Glob(pattern).fits(ID)).isFalse();
  }

  @Test
  void manyStars_takeNoLongTime() {
    assertThat(new Glob("*a".repeat(50) + "b").fits("a".repeat(10_000))).isFalse();
  }
}
