// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static io.turnout.extract.Signing.base64;
import static io.turnout.extract.Signing.jwk;
import static io.turnout.extract.Signing.token;
import static io.turnout.extract.Signing.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.Seeds;
import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenCheckTest {

  private static final long NOW_SECONDS = 1_767_225_600L;
  private static final long NOW = NOW_SECONDS * 1000;
  private static final String CLAIMS = "{\"sub\":\"1\"}";

  private static final KeyPair RSA = Signing.rsa(2048);
  private static final KeyPair OTHER_RSA = Signing.rsa(2048);
  private static final SecretKey SECRET = Signing.secret("0123456789abcdef".repeat(4));
  private static final KeyPair P256 = Signing.ec("P-256");
  private static final KeyPair P384 = Signing.ec("P-384");
  private static final KeyPair P521 = Signing.ec("P-521");
  private static final KeyPair ED25519 = Signing.edwards("Ed25519");
  private static final KeyPair ED448 = Signing.edwards("Ed448");

  private static final Set<TokenAlgorithm> ALL = EnumSet.allOf(TokenAlgorithm.class);

  private static TokenCheck check(Set<TokenAlgorithm> algorithms, Jwk... keys) {
    return check(Duration.ZERO, algorithms, keys);
  }

  private static TokenCheck check(Duration leeway, Set<TokenAlgorithm> algorithms, Jwk... keys) {
    List<TokenKey> read = new ArrayList<>();
    Arrays.stream(keys).forEach(key -> TokenKey.of(key).ifPresent(read::add));
    return new TokenCheck(read, algorithms, Optional.empty(), Optional.empty(), leeway);
  }

  private static boolean passes(TokenCheck check, String token) {
    boolean passes = check.verify(utf8(token), 0, NOW) != null;
    assertThat(check.whyNot(utf8(token), 0, NOW) == null).as("no reason").isEqualTo(passes);
    return passes;
  }

  private static KeyPair pairFor(TokenAlgorithm algorithm) {
    return switch (algorithm) {
      case ES256 -> P256;
      case ES384 -> P384;
      case ES512 -> P521;
      case EDDSA -> ED25519;
      default -> RSA;
    };
  }

  private static Key publicFor(TokenAlgorithm algorithm) {
    return algorithm.usesSecret() ? SECRET : pairFor(algorithm).getPublic();
  }

  private static String signed(TokenAlgorithm algorithm) {
    Key key = algorithm.usesSecret() ? SECRET : pairFor(algorithm).getPrivate();
    return token(algorithm.text(), key, CLAIMS);
  }

  @ParameterizedTest
  @EnumSource
  void token_passesByItsOwnAlgorithmAlone(TokenAlgorithm algorithm) {
    Jwk key = jwk(publicFor(algorithm));
    assertThat(passes(check(EnumSet.of(algorithm), key), signed(algorithm))).isTrue();
    assertThat(passes(check(ALL, key), signed(algorithm))).isTrue();
    assertThat(passes(check(EnumSet.complementOf(EnumSet.of(algorithm)), key), signed(algorithm)))
        .isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void changedToken_doesNotPass(TokenAlgorithm algorithm) {
    TokenCheck check = check(ALL, jwk(publicFor(algorithm)));
    String token = signed(algorithm);
    int payload = token.indexOf('.') + 1;
    int signature = token.lastIndexOf('.') + 1;
    String other = base64(utf8("{\"sub\":\"2\"}"));
    assertThat(passes(check, token.substring(0, payload) + other + token.substring(signature - 1)))
        .isFalse();
    assertThat(passes(check, token.substring(0, signature))).isFalse();
    assertThat(passes(check, token.substring(0, token.length() - 8))).isFalse();
    assertThat(passes(check, token + "AAAA")).isFalse();
    assertThat(passes(check, token.substring(0, signature) + "A".repeat(86))).isFalse();
    for (int i = signature; i < token.length() - 1; i += 7) {
      char flipped = token.charAt(i) == 'A' ? 'B' : 'A';
      String forged = token.substring(0, i) + flipped + token.substring(i + 1);
      assertThat(passes(check, forged)).as(forged).isFalse();
    }
  }

  @Test
  void ed448_verifiesToo() {
    KeyPair pair = ED448;
    TokenCheck check = check(EnumSet.of(TokenAlgorithm.EDDSA), jwk(pair.getPublic()));
    assertThat(passes(check, token("EdDSA", pair.getPrivate(), CLAIMS))).isTrue();
    assertThat(passes(check, token("EdDSA", ED25519.getPrivate(), CLAIMS))).isFalse();
  }

  @Test
  void publicKey_isNoSecret() {
    String forged = token("HS256", Signing.asSecret(RSA.getPublic()), CLAIMS);
    assertThat(passes(check(ALL, jwk(RSA.getPublic())), forged)).isFalse();
    String modulus = Signing.members(RSA.getPublic()).getOrDefault("n", "");
    assertThat(
            passes(
                check(ALL, jwk(RSA.getPublic())), token("HS256", Signing.secret(modulus), CLAIMS)))
        .isFalse();
  }

  @Test
  void curve_isThatOfTheAlgorithm() {
    String token = token("ES256", P256.getPrivate(), CLAIMS);
    assertThat(passes(check(ALL, jwk(P384.getPublic())), token)).isFalse();
    String wrong = "{\"alg\":\"ES384\"}";
    assertThat(
            passes(
                check(ALL, jwk(P256.getPublic())),
                token("ES256", P256.getPrivate(), wrong, CLAIMS)))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"alg\":\"none\"}",
        "{\"alg\":\"NONE\"}",
        "{\"alg\":\"rs256\"}",
        "{\"alg\":\" RS256\"}",
        "{\"alg\":\"RS512\"}",
        "{\"alg\":256}",
        "{\"alg\":null}",
        "{\"alg\":[\"RS256\"]}",
        "{\"Alg\":\"RS256\"}",
        "{\"alg\":\"RS256\",\"alg\":\"none\"}",
        "{\"alg\":\"RS256\",\"\\u0061lg\":\"none\"}",
        "{}",
        "[\"RS256\"]",
        "\"RS256\"",
        "{\"alg\":\"RS256\"",
        "{\"alg\":\"RS256\"}{}",
        "{\"alg\":\"RS256\",}",
        "{\"alg\":\"RS256\",\"crit\":[\"exp\"]}",
        "{\"alg\":\"RS256\",\"crit\":[]}",
        "{\"alg\":\"RS256\",\"crit\":null}",
        "{\"alg\":\"RS256\",\"b64\":true}",
        "{\"alg\":\"RS256\",\"b64\":false,\"crit\":[\"b64\"]}",
        "{\"alg\":\"RS256\",\"\\u0063rit\":[]}",
        "{\"alg\":\"dir\",\"enc\":\"A256GCM\"}",
        "",
        " "
      })
  void header_thatDoesNotPass(String header) {
    String token = token("RS256", RSA.getPrivate(), header, CLAIMS);
    assertThat(passes(check(EnumSet.of(TokenAlgorithm.RS256), jwk(RSA.getPublic())), token))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"alg\":\"none\",\"alg\":\"RS256\"}",
        " { \"\\u0061lg\" : \"RS\\u0032\\u0035\\u0036\" } ",
        "{\"alg\":\"RS256\",\"zip\":\"DEF\",\"cty\":\"JWT\",\"typ\":\"x\",\"kid\":7}",
        "{\"alg\":\"RS256\",\"kid\":\"../../etc/passwd\",\"jku\":\"https://evil.example/\"}",
        "{\"alg\":\"RS256\",\"x5u\":\"https://evil.example/\",\"x5c\":[\"AAAA\"],\"jwk\":{\"kty\":\"oct\"}}"
      })
  void header_beyondAlgorithmAndKey_isNotLookedAt(String header) {
    String token = token("RS256", RSA.getPrivate(), header, CLAIMS);
    assertThat(passes(check(EnumSet.of(TokenAlgorithm.RS256), jwk(RSA.getPublic())), token))
        .isTrue();
  }

  @Test
  void keyInTheHeader_isNoKey() {
    Map<String, String> members = Signing.members(OTHER_RSA.getPublic());
    String header =
        "{\"alg\":\"RS256\",\"jwk\":{\"kty\":\"RSA\",\"n\":\"%s\",\"e\":\"%s\"}}"
            .formatted(members.get("n"), members.get("e"));
    assertThat(
            passes(
                check(ALL, jwk(RSA.getPublic())),
                token("RS256", OTHER_RSA.getPrivate(), header, CLAIMS)))
        .isFalse();
  }

  @Test
  void ownUseAndAlgorithm_bind() {
    String token = token("RS256", RSA.getPrivate(), CLAIMS);
    assertThat(passes(check(ALL, jwk(RSA.getPublic(), "use", "sig")), token)).isTrue();
    assertThat(passes(check(ALL, jwk(RSA.getPublic(), "use", "enc")), token)).isFalse();
    assertThat(passes(check(ALL, jwk(RSA.getPublic(), "alg", "RS256")), token)).isTrue();
    assertThat(passes(check(ALL, jwk(RSA.getPublic(), "alg", "PS256")), token)).isFalse();
    assertThat(passes(check(ALL, jwk(RSA.getPublic(), "alg", "RSA-OAEP")), token)).isFalse();
    assertThat(check(ALL, jwk(RSA.getPublic(), "use", "enc")).hasFittingKey()).isFalse();
    assertThat(check(EnumSet.of(TokenAlgorithm.ES256), jwk(RSA.getPublic())).hasFittingKey())
        .isFalse();
  }

  @Test
  void kid_choosesAmongSeveral() {
    Jwk first = jwk(RSA.getPublic(), "kid", "a");
    Jwk second = jwk(OTHER_RSA.getPublic(), "kid", "b");
    TokenCheck one = check(ALL, first);
    TokenCheck two = check(ALL, first, second);
    String plain = token("RS256", OTHER_RSA.getPrivate(), CLAIMS);
    assertThat(passes(two, plain)).isTrue();
    assertThat(passes(two, named("\"b\""))).isTrue();
    assertThat(passes(two, named("\"a\""))).isFalse();
    assertThat(passes(two, named("\"c\""))).isFalse();
    assertThat(passes(two, named("7"))).isFalse();
    assertThat(passes(two, named("null"))).isFalse();
    assertThat(passes(two, named("\"B\""))).isFalse();
    assertThat(passes(one, plain)).isFalse();
    assertThat(passes(check(ALL, second), named("\"c\""))).isTrue();
    assertThat(passes(check(ALL, first, jwk(OTHER_RSA.getPublic(), "kid", "a")), named("\"a\"")))
        .isTrue();
  }

  private static String named(String kid) {
    String header = "{\"alg\":\"RS256\",\"kid\":" + kid + "}";
    return token("RS256", OTHER_RSA.getPrivate(), header, CLAIMS);
  }

  @ParameterizedTest
  @CsvSource({
    "1767225601, 0, true",
    "1767225600, 0, false",
    "1767225600, 1, true",
    "1767225599, 1, false",
    "1767225599, 2, true",
    "1767225600.001, 0, true",
    "1767225600.0001, 0, true",
    "1767225599.9999, 0, false",
    "1.767225601e9, 0, true",
    "1767225600e0, 0, false",
    "1e400, 0, true",
    "1e999999999, 0, true",
    "-1e999999999, 0, false",
    "1e-999999999, 0, false",
    "1e99999999999, 0, false",
    "0, 0, false",
    "-1, 0, false",
    "null, 0, false",
    "true, 0, false",
    "[1767225601], 0, false",
    "{}, 0, false",
    "'\"1767225601\"', 0, false"
  })
  void exp_isTheFirstInstantTooLate(String exp, long leewaySeconds, boolean passes) {
    assertThat(passesWith("{\"exp\":" + exp + "}", leewaySeconds)).isEqualTo(passes);
  }

  @ParameterizedTest
  @CsvSource({
    "1767225600, 0, true",
    "1767225601, 0, false",
    "1767225601, 1, true",
    "1767225602, 1, false",
    "1767225600.0001, 0, false",
    "1767225599.9999, 0, true",
    "1e999999999, 0, false",
    "-1e999999999, 0, true",
    "0, 0, true",
    "null, 0, false",
    "'\"0\"', 0, false"
  })
  void nbf_isTheFirstInstant(String nbf, long leewaySeconds, boolean passes) {
    assertThat(passesWith("{\"nbf\":" + nbf + "}", leewaySeconds)).isEqualTo(passes);
  }

  private static boolean passesWith(String claims, long leewaySeconds) {
    Set<TokenAlgorithm> algorithms = EnumSet.of(TokenAlgorithm.HS256);
    TokenCheck check = check(Duration.ofSeconds(leewaySeconds), algorithms, jwk(SECRET));
    return passes(check, token("HS256", SECRET, claims));
  }

  @Test
  void times_ofWhichTheLastCounts() {
    assertThat(passesWith("{\"exp\":1,\"exp\":9999999999}", 0)).isTrue();
    assertThat(passesWith("{\"exp\":9999999999,\"\\u0065xp\":1}", 0)).isFalse();
    assertThat(passesWith("{\"iat\":9999999999}", 0)).isTrue();
    assertThat(passesWith("{\"iat\":\"then\",\"a\":{\"exp\":1},\"b\":[{\"exp\":1}]}", 0)).isTrue();
    assertThat(passesWith("{\"a\":\"\\\"},\\\"exp\\\":1\", \"exp\" : 9999999999 }", 0)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"iss\":\"i\",\"aud\":\"a\"}', true",
    "'{\"iss\":\"i\",\"aud\":[\"b\",\"a\"]}', true",
    "'{\"iss\":\"i\",\"aud\":[1,{\"x\":[\"a\"]},\"a\"]}', true",
    "'{\"iss\":\"i\",\"aud\":[ ]}', false",
    "'{\"iss\":\"i\",\"aud\":[\"b\",[\"a\"]]}', false",
    "'{\"iss\":\"i\",\"aud\":{\"a\":\"a\"}}', false",
    "'{\"iss\":\"i\",\"aud\":\"A\"}', false",
    "'{\"iss\":\"i\",\"aud\":\"a \"}', false",
    "'{\"iss\":\"i\"}', false",
    "'{\"aud\":\"a\"}', false",
    "'{\"iss\":[\"i\"],\"aud\":\"a\"}', false",
    "'{\"iss\":\"i/\",\"aud\":\"a\"}', false",
    "'{\"iss\":\"x\",\"iss\":\"\\u0069\",\"aud\":\"a\"}', true",
    "'{\"iss\":\"i\",\"iss\":\"x\",\"aud\":\"a\"}', false"
  })
  void issuerAndAudience_areAskedFor(String claims, boolean passes) {
    TokenCheck check =
        new TokenCheck(
            List.of(TokenKey.ofSecret(SECRET.getEncoded())),
            EnumSet.of(TokenAlgorithm.HS256),
            Optional.of("i"),
            Optional.of("a"),
            Duration.ZERO);
    assertThat(passes(check, token("HS256", SECRET, claims))).isEqualTo(passes);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "HS256|{\"iss\":\"x\",\"exp\":1}|the token's iss is not the issuer",
        "HS256|{\"iss\":\"i\",\"aud\":\"b\",\"exp\":1}|the token's aud is not the audience",
        "HS256|{\"iss\":\"i\",\"aud\":\"a\",\"exp\":\"1\"}|the token's exp or nbf is no number",
        "HS256|{\"iss\":\"i\",\"aud\":\"a\",\"exp\":1}|the token has expired",
        "HS256|{\"iss\":\"i\",\"aud\":\"a\",\"nbf\":9999999999}|the token is not valid yet",
        "HS512|{\"iss\":\"i\",\"aud\":\"a\"}|the token's alg is not one of the algorithms",
        "HS384|{\"iss\":\"i\",\"aud\":\"a\"}|no key that fits has signed the token",
        "HS256|[]|the token is unreadable"
      })
  void tokenThatDoesNotPass_isToldWhy(String algorithm, String claims, String why) {
    Key signer = algorithm.equals("HS384") ? Signing.secret("another secret. ".repeat(4)) : SECRET;
    TokenCheck check =
        new TokenCheck(
            List.of(TokenKey.ofSecret(SECRET.getEncoded())),
            EnumSet.of(TokenAlgorithm.HS256, TokenAlgorithm.HS384),
            Optional.of("i"),
            Optional.of("a"),
            Duration.ZERO);
    assertThat(check.whyNot(utf8(token(algorithm, signer, claims)), 0, NOW)).isEqualTo(why);
  }

  @Test
  void keys_thatCannotBeUsed() {
    KeyPair small = Signing.rsa(1024);
    assertThat(
            passes(check(ALL, jwk(small.getPublic())), token("RS256", small.getPrivate(), CLAIMS)))
        .isFalse();
    assertThat(TokenKey.of(new Jwk(Map.of("kty", "new")))).isEmpty();
    assertThat(TokenKey.of(new Jwk(Map.of("kty", "EC", "crv", "secp256k1")))).isEmpty();
    assertThat(TokenKey.of(new Jwk(Map.of("kty", "OKP", "crv", "X25519", "x", "AA")))).isEmpty();
    Jwk secret = jwk(Signing.secret("0123456789abcdef0123456789abcdef"));
    assertThat(TokenKey.of(secret).orElseThrow().fits(TokenAlgorithm.HS256)).isTrue();
    assertThat(TokenKey.of(secret).orElseThrow().fits(TokenAlgorithm.HS384)).isFalse();
  }

  @Test
  void brokenKeys_areRefusedWithoutTellingThem() {
    Map<String, String> rsa = Signing.members(RSA.getPublic());
    Map<String, String> ec = Signing.members(P256.getPublic());
    for (Map<String, String> whole : List.of(rsa, ec)) {
      for (String member : List.of("n", "e", "x", "y")) {
        if (whole.containsKey(member)) {
          Map<String, String> broken = new HashMap<>(whole);
          broken.remove(member);
          refused(broken);
          broken.put(member, "~~leaked~~");
          refused(broken);
        }
      }
    }
    Map<String, String> offCurve = new HashMap<>(ec);
    offCurve.put("y", ec.get("x"));
    refused(offCurve);
    refused(Map.of("kty", "oct"));
    refused(Map.of("kty", "oct", "k", ""));
    refused(Map.of("kty", "oct", "k", "bGVha2Vk=="));
    assertThatThrownBy(() -> new Jwk(Map.of("k", "leaked"))).hasMessageNotContaining("leaked");
    assertThat(jwk(SECRET).toString() + TokenKey.of(jwk(SECRET)) + jwk(SECRET).publicMembers())
        .doesNotContain(Signing.members(SECRET).get("k"));
  }

  private static void refused(Map<String, String> members) {
    assertThatThrownBy(() -> TokenKey.of(new Jwk(members)))
        .as("%s", members)
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .hasMessageNotContaining("leaked")
        .hasMessageNotContaining("bGVha2Vk");
  }

  @Test
  void hostileTokens_neverPassAndNeverThrow() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    Jwk[] keys = {
      jwk(SECRET, "kid", "s"),
      jwk(RSA.getPublic(), "kid", "r"),
      jwk(P256.getPublic(), "kid", "e"),
      jwk(ED25519.getPublic(), "kid", "d")
    };
    TokenCheck check = check(ALL, keys);
    List<String> good = new ArrayList<>();
    for (TokenAlgorithm each :
        List.of(
            TokenAlgorithm.HS256,
            TokenAlgorithm.RS256,
            TokenAlgorithm.ES256,
            TokenAlgorithm.EDDSA)) {
      good.add(signed(each));
    }
    for (int round = 0; round < 2_000; round++) {
      String token = good.get(random.nextInt(good.size()));
      byte[] bytes = utf8(mutated(token, random));
      boolean same = good.contains(new String(bytes, StandardCharsets.UTF_8));
      if (!same && check.verify(bytes, 0, NOW) != null) {
        String passed = new String(bytes, StandardCharsets.UTF_8);
        assertThat(withoutLeftOverBits(passed))
            .as("seed %s round %s", seed, round)
            .isEqualTo(withoutLeftOverBits(token));
      }
    }
  }

  /** Two texts of a signature that differ in bits that do not count are one signature. */
  private static String withoutLeftOverBits(String token) {
    int signature = token.lastIndexOf('.') + 1;
    byte[] decoded = Base64.getUrlDecoder().decode(token.substring(signature));
    return token.substring(0, signature) + base64(decoded);
  }

  private static String mutated(String token, Random random) {
    int at = random.nextInt(token.length());
    int to = at + random.nextInt(token.length() - at);
    return switch (random.nextInt(6)) {
      case 0 -> token.substring(0, at);
      case 1 -> token.substring(0, at) + token.substring(to);
      case 2 -> token.substring(0, at) + (char) random.nextInt(128) + token.substring(at);
      case 3 -> token.substring(0, at) + "." + token.substring(at);
      case 4 -> token.substring(at) + token.substring(0, at);
      default -> token.substring(0, to) + token.substring(at);
    };
  }

  @Test
  void deepAndHugeClaims_doNotPass() {
    int deepest = TokenReader.MAX_CLAIMS_DEPTH - 1;
    assertThat(passesWith("{\"a\":" + "[".repeat(deepest) + "]".repeat(deepest) + "}", 0)).isTrue();
    assertThat(passesWith("{\"a\":" + "[".repeat(deepest + 1) + "]".repeat(deepest + 1) + "}", 0))
        .isFalse();
  }

  @Test
  void time_atItsLongest_andBeyond() {
    int most = TokenTime.MAX_NUMBER_CHARS;
    assertThat(passesWith("{\"exp\":" + "9".repeat(most) + "}", 0)).isTrue();
    assertThat(passesWith("{\"exp\":" + "9".repeat(most + 1) + "}", 0)).isFalse();
    assertThat(passesWith("{\"exp\":1767225600." + "0".repeat(most - 12) + "1}", 0)).isTrue();
  }
}
