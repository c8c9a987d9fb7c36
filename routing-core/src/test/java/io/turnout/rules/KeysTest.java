// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.CellRouter;
import io.turnout.Tier;
import io.turnout.decision.Reason;
import io.turnout.document.Problem;
import io.turnout.document.Severity;
import io.turnout.request.TestHead;
import io.turnout.resolve.CellResolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysTest {

  private static final String RULES =
      """
      turnout: 1
      jwt:
        filed: { token: { query: t }, verify: { jwks: keys.json, algorithms: [HS256] } }
        secret: { token: { header: X-T }, verify: { secret: "env:KEY", algorithms: [HS256] } }
      rules:
        - { name: a, key: { namespace: n, from: [ { header: X-Id }, { jwt: { token: secret, claim: sub } } ] } }
        - { name: b, key: { namespace: n, from: [ { jwt: { token: filed, claim: sub } } ] } }
      """;
  private static final Keys ALL =
      Keys.of(
          name ->
              Optional.of("a secret that is long enough for it").filter(x -> name.equals("KEY")));
  private static final Keys NONE = Keys.of(name -> Optional.empty()).without("filed", "secret");

  @TempDir private Path folder;

  private Path keyFile() throws IOException {
    return Files.writeString(
        folder.resolve("keys.json"),
        "{\"keys\":[{\"kty\":\"oct\",\"k\":\"YSBzZWNyZXQgdGhhdCBpcyBsb25nIGVub3VnaCBmb3IgaXQ\"}]}");
  }

  private RuleSet parse(Keys keys) {
    return RuleSet.parse(RULES, folder, keys);
  }

  @Test
  void without_addsNames() {
    assertThat(Keys.ofProcess().absent()).isEmpty();
    assertThat(NONE.without("a").without("secret").absent())
        .containsExactly("a", "filed", "secret");
    assertThat(NONE.absent()).containsExactly("filed", "secret");
  }

  @Test
  void keysThatAreAbsent_areNotLookedFor() {
    assertThatThrownBy(() -> parse(Keys.of(name -> Optional.empty()).without("filed")))
        .hasMessageContaining("the variable \"KEY\" is not set");
    assertThatThrownBy(() -> parse(ALL)).hasMessageContaining("keys.json");

    RuleSet rules = parse(NONE);
    assertThat(rules.warnings()).isEmpty();
    assertThat(rules.plan().keysAbsent()).containsExactlyInAnyOrder("filed", "secret");
  }

  @Test
  void version_isTheSameIfTheKeyFileCanBeRead() throws IOException {
    String without = parse(NONE).version();
    keyFile();
    String all = parse(ALL).version();

    assertThat(parse(NONE).version()).isEqualTo(all).isNotEqualTo(without);
    Files.writeString(folder.resolve("keys.json"), "no key set");
    assertThat(parse(NONE).version()).isNotEqualTo(all).isNotEqualTo(without);
    assertThatThrownBy(() -> parse(ALL)).isInstanceOf(InvalidRulesException.class);
  }

  @Test
  void otherMistakesOfATokenWithoutKeys_areReported() {
    String broken = RULES.replace("secret: \"env:KEY\"", "secret: plain");
    assertThatThrownBy(() -> RuleSet.parse(broken, folder, NONE))
        .hasMessageContaining("must begin with env: or file:");
    assertThatThrownBy(
            () ->
                RuleSet.parse(
                    RULES.replace("HS256] } }\nrules", "ES256] } }\nrules"), folder, NONE))
        .hasMessageContaining("a secret verifies HS256");
  }

  @Test
  void nameThatNoTokenHas_isAWarning() throws IOException {
    keyFile();
    RuleSet rules = parse(ALL.without("secrets"));

    assertThat(rules.plan().keysAbsent()).isEmpty();
    assertThat(rules.warnings()).extracting(Problem::severity).containsExactly(Severity.WARNING);
    assertThat(rules.warnings().get(0).text())
        .isEqualTo(
            "1:1: keys of a token \"secrets\" are said to be absent, and \"jwt\" of the file describes"
                + " none (did you mean \"secret\"?)");
  }

  @Test
  void tierThatCannotHandOn_refusesRulesWithoutKeys() throws IOException {
    keyFile();
    try (CellResolver resolver =
        CellResolver.builder((key, atLeast) -> new CompletableFuture<>()).build()) {
      for (Tier tier : new Tier[] {Tier.AUTHORITY, Tier.STANDALONE}) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> CellRouter.builder(parse(NONE), resolver).tier(tier).build())
            .withMessage(
                "the keys of the tokens [filed, secret] are absent, and only a tier that can hand on"
                    + " (EDGE) can do without them");
        CellRouter router = CellRouter.builder(parse(ALL), resolver).tier(tier).build();
        RuleSet before = router.rules();
        assertThatIllegalArgumentException().isThrownBy(() -> router.swap(parse(NONE)));
        assertThat(router.rules()).isSameAs(before);
      }
      CellRouter edge = CellRouter.builder(parse(NONE), resolver).tier(Tier.EDGE).build();
      assertThat(edge.begin(TestHead.get("/")).decisionNow().reason()).hasValue(Reason.NO_KEY);
    }
  }
}
