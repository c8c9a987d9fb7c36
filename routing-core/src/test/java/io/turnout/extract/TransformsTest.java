// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransformsTest {

  @Test
  void trim_takesOnlyTheFourBlanks() {
    assertThat(Transforms.trim().apply(" \t\r\nx y\n\r\t ")).isEqualTo("x y");
    assertThat(Transforms.trim().apply("\u00a0x\u000b")).isEqualTo("\u00a0x\u000b");
    assertThat(Transforms.trim().apply(" \n")).isEmpty();
  }

  @Test
  void lowercase_isOfTheRootLocale() {
    assertThat(Transforms.lowercase().apply("TITLE-\u00c9")).isEqualTo("title-\u00e9");
  }

  @Test
  void stripPrefix_leavesOtherTextAlone() {
    assertThat(Transforms.stripPrefix("acct_").apply("acct_acct_1")).isEqualTo("acct_1");
    assertThat(Transforms.stripPrefix("acct_").apply("Acct_1")).isEqualTo("Acct_1");
    assertThat(Transforms.stripPrefix("acct_").apply("acct_")).isEmpty();
  }

  @Test
  void capture_isTheOneGroupFoundAnywhere() {
    assertThat(Transforms.capture("c:([a-z0-9-]+)").apply("x c:us-1, c:eu-1")).isEqualTo("us-1");
    assertThat(Transforms.capture("(?:a|b)(c)").apply("xbc")).isEqualTo("c");
    assertThat(Transforms.capture("^x(y)$").apply("axy")).isNull();
    assertThat(Transforms.capture("x(y)?").apply("x")).isNull();
    assertThat(Transforms.capture("x(y*)").apply("x")).isEmpty();
  }

  @Test
  void capture_refusesAnythingButOneGroup() {
    assertThatThrownBy(() -> Transforms.capture("abc"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"abc\" has no group; capture takes exactly one");
    assertThatThrownBy(() -> Transforms.capture("(a)(b)")).hasMessageContaining("has 2 groups");
    assertThatThrownBy(() -> Transforms.capture("(a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"(a\" is not RE2 syntax");
    assertThatThrownBy(() -> Transforms.capture("(?=a)(b)")).hasMessageContaining("no look-around");
  }

  @ParameterizedTest
  @CsvSource({
    "'',''",
    "QQ==,A",
    "QQ,A",
    "QUI=,AB",
    "QUI,AB",
    "QUJD,ABC",
    "QR==,A",
    "QUJ,AB",
    "w6k,\u00e9",
    "Pz8/,???",
    "Pz8_,???",
    "fn5+,~~~",
    "fn5-,~~~"
  })
  void base64_takesEitherAlphabetPaddedOrNot(String text, String decoded) {
    assertThat(Transforms.base64().apply(text)).isEqualTo(decoded);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Q",
        "QQ=",
        "QUI==",
        "QUJD=",
        "QUJD====",
        "=",
        "==",
        "====",
        "Q=Q=",
        "QQ==QQ==",
        "Pz8/fn5-",
        "Pz8_fn5+",
        "QU I",
        "QUI\n",
        "w6",
        "_w",
        "7aCA",
        "Q\u00e9==",
        "\ud83d\ude00",
        "QUJD\ud83d\ude00AA",
        "\ud83d\ude00=",
        "QUJDQ"
      })
  void base64_isAbsentForAnythingElse(String text) {
    assertThat(Transforms.base64().apply(text)).isNull();
  }

  @Test
  void base64_readsWhatIsEncoded() {
    for (long seed : Seeds.of(500)) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      random.ints(random.nextInt(40), 32, 0x800).forEach(c -> text.append((char) c));
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      for (Base64.Encoder encoder :
          new Base64.Encoder[] {
            Base64.getEncoder(), Base64.getUrlEncoder(), Base64.getUrlEncoder().withoutPadding()
          }) {
        assertThat(Transforms.base64().apply(encoder.encodeToString(bytes)))
            .as("seed %d", seed)
            .isEqualTo(text.toString());
      }
    }
  }

  @Test
  void anyTextFromARequest_isTakenOrAbsent() {
    List<Transform> all =
        List.of(
            Transforms.trim(),
            Transforms.lowercase(),
            Transforms.stripPrefix("a"),
            Transforms.capture("a(.*)"),
            Transforms.base64(),
            Transforms.emailDomain(),
            Transforms.sha256());
    for (long seed : Seeds.of(2_000)) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "a@" : "");
      for (int i = random.nextInt(12); i > 0; i--) {
        text.append(
            switch (random.nextInt(5)) {
              case 0 -> Character.toString(0x10000 + random.nextInt(0x100000));
              case 1 -> Character.toString(random.nextInt(0xd800));
              case 2 -> "xn--";
              case 3 -> "=";
              default -> "QUJD.a".substring(random.nextInt(6));
            });
      }
      for (Transform transform : all) {
        assertThatCode(() -> transform.apply(text.toString()))
            .as("seed %d, %s", seed, transform)
            .doesNotThrowAnyException();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a@example.org,example.org",
    "A@Example.ORG,example.org",
    "a@example.org.,example.org",
    "a@example.org\u3002,example.org",
    "a@EX\u00dcMPLE\uff0eorg\uff61,xn--exmple-4ya.org",
    "'\"a@b\"@c.org',c.org",
    "x+tag@eng.co.uk,eng.co.uk",
    "A@EX\u00dcMPLE.org,xn--exmple-4ya.org",
    "a@xn--exmple-4ya.org,xn--exmple-4ya.org",
    "a@XN--EXMPLE-4YA.org,xn--exmple-4ya.org",
    "a@\u03c3\u03a3.gr,xn--4xaa.gr",
    "a@localhost,localhost"
  })
  void emailDomain_isTheALabelsBehindTheLastAt(String mail, String domain) {
    assertThat(Transforms.emailDomain().apply(mail)).isEqualTo(domain);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "@b.org",
        "a@",
        "a@.",
        "@",
        "a@stra\u00dfe.de",
        "a@STRA\u1e9eE.de",
        "a@\u03c2.gr",
        "a@x\u200dy.org",
        "a@x\u200cy.org",
        "a@b..org",
        "a.b."
      })
  void emailDomain_isAbsentWhereItWouldBeAGuess(String mail) {
    assertThat(Transforms.emailDomain().apply(mail)).isNull();
  }

  @Test
  void emailDomain_labelAtTheLimitAndBeyond() {
    String longest = "a".repeat(63) + ".org";
    assertThat(Transforms.emailDomain().apply("x@" + longest)).isEqualTo(longest);
    assertThat(Transforms.emailDomain().apply("x@a" + longest)).isNull();
    String domain = "a.".repeat(EmailDomain.MAX_DOMAIN_CHARS / 2 - 1) + "aa";
    assertThat(Transforms.emailDomain().apply("x@" + domain)).isEqualTo(domain);
    assertThat(Transforms.emailDomain().apply("x@a" + domain)).isNull();
  }

  @Test
  void sha256_isLowerCaseHex() {
    assertThat(Transforms.sha256().apply("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(Transforms.sha256().apply("\u00e9"))
        .isEqualTo("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
  }

  @Test
  void transforms_areValuesThatSayWhatTheFileSaid() {
    assertThat(Transforms.capture("(a)")).isEqualTo(Transforms.capture("(a)"));
    assertThat(Transforms.capture("(a)")).hasSameHashCodeAs(Transforms.capture("(a)"));
    assertThat(Transforms.capture("(a)")).isNotEqualTo(Transforms.capture("(b)"));
    assertThat(Transforms.stripPrefix("x")).isEqualTo(Transforms.stripPrefix("x"));
    assertThat(Transforms.capture("(a)")).hasToString("capture: (a)");
    assertThat(Transforms.stripPrefix("x")).hasToString("strip-prefix: x");
    assertThat(Transforms.trim()).hasToString("trim");
    assertThat(Transforms.lowercase()).hasToString("lowercase");
    assertThat(Transforms.base64()).hasToString("base64");
    assertThat(Transforms.emailDomain()).hasToString("email-domain");
    assertThat(Transforms.sha256()).hasToString("sha256");
  }
}
