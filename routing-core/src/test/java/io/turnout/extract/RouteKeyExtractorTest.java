// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RouteKeyExtractorTest {

  private static final List<Source> FROM = List.of(Sources.header("X-Id"));

  private static Extraction settle(String found, @Nullable String match, Transform... transforms) {
    return RouteKeyExtractor.of("business", FROM, List.of(transforms), match)
        .settle(Extraction.found(found));
  }

  @Test
  void transforms_areAppliedInOrder() {
    assertThat(settle(" ACCT_7 ", null, Transforms.trim(), Transforms.stripPrefix("ACCT_")))
        .isEqualTo(Extraction.found("7"));
    assertThat(settle(" ACCT_7 ", null, Transforms.stripPrefix("ACCT_"), Transforms.trim()))
        .isEqualTo(Extraction.found("ACCT_7"));
    assertThat(
            settle(
                "rt_YzpldS0x",
                null,
                Transforms.capture("^rt_([A-Za-z0-9_-]+)$"),
                Transforms.base64(),
                Transforms.capture("c:([a-z0-9-]+)")))
        .isEqualTo(Extraction.found("eu-1"));
    assertThat(settle("x", null, Transforms.base64(), Transforms.trim()))
        .isEqualTo(Extraction.absent());
  }

  @Test
  void match_isOfTheWholeValueAfterTheTransforms() {
    assertThat(settle("AB", "[a-z]+", Transforms.lowercase())).isEqualTo(Extraction.found("ab"));
    assertThat(settle("AB", "[a-z]+")).isEqualTo(Extraction.absent());
    assertThat(settle("ab1", "[a-z]+")).isEqualTo(Extraction.absent());
    assertThat(settle("ab", "a|ab")).isEqualTo(Extraction.found("ab"));
  }

  @Test
  void value_outsideTheBoundsOfAKeyIsAbsent() {
    assertThat(settle("a".repeat(256), null)).isEqualTo(Extraction.found("a".repeat(256)));
    assertThat(settle("a".repeat(257), null)).isEqualTo(Extraction.absent());
    assertThat(settle("\u00e9".repeat(129), null)).isEqualTo(Extraction.absent());
    assertThat(settle("a\u0000", null)).isEqualTo(Extraction.absent());
    assertThat(settle(" ", null, Transforms.trim())).isEqualTo(Extraction.absent());
    assertThat(settle("a\u0000 ", null, Transforms.sha256()).kind())
        .isEqualTo(Extraction.Kind.FOUND);
  }

  @Test
  void otherAnswers_stay() {
    RouteKeyExtractor extractor = RouteKeyExtractor.of("business", FROM, List.of(), null);
    for (Extraction raw :
        List.of(
            Extraction.absent(),
            Extraction.ambiguous(),
            Extraction.needsBody(),
            Extraction.unreadable(UnreadableCause.BODY_LIMIT))) {
      assertThat(extractor.settle(raw)).isSameAs(raw);
    }
    Extraction found = Extraction.found("7");
    assertThat(extractor.settle(found)).isSameAs(found);
  }

  @Test
  void extractor_refusesWhatCannotBe() {
    assertThatThrownBy(() -> RouteKeyExtractor.of("Business", FROM, List.of(), null))
        .hasMessageContaining("\"Business\" must be 1 to 63");
    assertThatThrownBy(() -> RouteKeyExtractor.of("a", List.of(), List.of(), null))
        .hasMessageContaining("at least one source");
    assertThatThrownBy(() -> RouteKeyExtractor.of("a", FROM, List.of(), "("))
        .hasMessageContaining("not RE2 syntax");
    assertThat(RouteKeyExtractor.of("", FROM, List.of(), null).sources()).isEqualTo(FROM);
  }
}
