// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.Seeds;
import io.turnout.request.TestHead;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifiedTokensTest {

  private static final long START = 1_767_225_600_000L;
  private static final SecretKey SECRET = Signing.secret("0123456789abcdef0123456789abcdef");
  private static final SecretKey OTHER = Signing.secret("fedcba9876543210fedcba9876543210");

  private static final JsonPointer SUBJECT = JsonPointer.inClaims("sub");

  private final VirtualTime time = new VirtualTime(START);
  private final TokenCheck check = check(SECRET);

  private static TokenCheck check(SecretKey secret) {
    return new TokenCheck(
        List.of(TokenKey.ofSecret(secret.getEncoded())),
        EnumSet.of(TokenAlgorithm.HS256),
        Optional.empty(),
        Optional.empty(),
        Duration.ofSeconds(5));
  }

  private static String token(SecretKey secret, String claims) {
    return Signing.token("HS256", secret, claims);
  }

  /** As of a header with a scheme before the token. */
  private static boolean passes(VerifiedTokens tokens, TokenCheck check, String token) {
    return claim(tokens, check, token, SUBJECT) != null;
  }

  private static @Nullable String claim(
      VerifiedTokens tokens, TokenCheck check, String token, JsonPointer claim) {
    return tokens.claim(check, Signing.utf8("Bearer " + token), "Bearer ".length(), claim);
  }

  private static String numbered(int number) {
    return token(SECRET, "{\"sub\":\"" + number + "\"}");
  }

  private static String until(long seconds) {
    return token(SECRET, "{\"sub\":\"1\",\"exp\":" + (START / 1000 + seconds) + "}");
  }

  @Test
  void token_isRememberedOnceItPasses() {
    VerifiedTokens tokens = VerifiedTokens.of(time, 100);
    assertThat(passes(tokens, check, numbered(1))).isTrue();
    assertThat(passes(tokens, check, numbered(1))).isTrue();
    assertThat(tokens.count()).isEqualTo(1);
    assertThat(tokens.remembers(check, Signing.utf8(numbered(1)))).isTrue();
    assertThat(tokens.remembers(check, Signing.utf8(numbered(2)))).isFalse();
  }

  @Test
  void token_thatDoesNotPass_isNotRemembered() {
    VerifiedTokens tokens = VerifiedTokens.of(time, 100);
    for (int i = 0; i < 50; i++) {
      assertThat(passes(tokens, check, token(OTHER, "{\"sub\":\"" + i + "\"}"))).isFalse();
    }
    assertThat(passes(tokens, check, until(-60))).isFalse();
    assertThat(passes(tokens, check, "")).isFalse();
    assertThat(tokens.count()).isZero();
  }

  @Test
  void rememberedToken_isJudgedByTheClockEachTime() {
    VerifiedTokens tokens = VerifiedTokens.of(time, 100);
    String token = until(60);
    assertThat(passes(tokens, check, token)).isTrue();
    time.advance(Duration.ofMillis(64_999));
    assertThat(passes(tokens, check, token)).isTrue();
    time.advance(Duration.ofMillis(1));
    assertThat(passes(tokens, check, token)).isFalse();
    time.jumpWall(Duration.ofSeconds(-1));
    assertThat(passes(tokens, check, token)).isTrue();
    String later = token(SECRET, "{\"sub\":\"1\",\"nbf\":" + (START / 1000 + 60) + "}");
    assertThat(passes(tokens, check, later)).isTrue();
    time.jumpWall(Duration.ofSeconds(-30));
    assertThat(passes(tokens, check, later)).isFalse();
  }

  @Test
  void rememberedToken_countsForItsOwnCheckOnly() {
    VerifiedTokens tokens = VerifiedTokens.of(time, 100);
    String token = numbered(1);
    assertThat(passes(tokens, check, token)).isTrue();
    assertThat(passes(tokens, check(OTHER), token)).isFalse();
    assertThat(passes(tokens, check(SECRET), token)).isTrue();
    assertThat(tokens.count()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, VerifiedTokens.PLACES})
  void number_isBounded_atTheLimitAndBeyond(int most) {
    VerifiedTokens tokens = VerifiedTokens.of(time, most);
    for (int i = 0; i < most; i++) {
      assertThat(passes(tokens, check, numbered(i))).isTrue();
      assertThat(tokens.count()).isEqualTo(i + 1);
    }
    assertThat(passes(tokens, check, numbered(most))).isTrue();
    assertThat(tokens.count()).isEqualTo(most);
  }

  @Test
  void number_isBounded_overManySets() {
    VerifiedTokens tokens = VerifiedTokens.of(time, 100);
    for (int i = 0; i < 1_000; i++) {
      assertThat(passes(tokens, check, numbered(i))).isTrue();
    }
    assertThat(tokens.count()).isEqualTo(96);
    assertThatThrownBy(() -> VerifiedTokens.of(time, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tokenThatIsOver_makesPlaceFirst() {
    VerifiedTokens tokens = VerifiedTokens.of(time, 2);
    String busy = numbered(1);
    assertThat(passes(tokens, check, until(10))).isTrue();
    assertThat(passes(tokens, check, busy)).isTrue();
    time.advance(Duration.ofSeconds(60));
    assertThat(passes(tokens, check, numbered(2))).isTrue();
    assertThat(tokens.remembers(check, Signing.utf8(busy))).isTrue();
  }

  @Test
  void flood_ofGoodTokensUsedOnce_leavesTheBusyOnes() {
    int most = 64;
    VerifiedTokens tokens = VerifiedTokens.of(time, most);
    List<String> busy = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      busy.add(numbered(i));
    }
    int asked = 0;
    int missed = 0;
    for (int flood = 0; flood < 4_000; flood++) {
      assertThat(passes(tokens, check, numbered(1_000 + flood))).isTrue();
      if (flood % 4 == 0) {
        String each = busy.get(flood / 4 % busy.size());
        asked++;
        missed += tokens.remembers(check, Signing.utf8(each)) ? 0 : 1;
        assertThat(passes(tokens, check, each)).isTrue();
      }
    }
    assertThat(missed).as("of %s", asked).isLessThan(asked / 4);
  }

  @Test
  void claims_areThoseOfTheToken_howeverManyAndLong_rememberedOrNot() {
    int most = VerifiedTokens.MOST_CLAIMS;
    String longest = "x".repeat(VerifiedTokens.MOST_CLAIM_CHARS);
    StringBuilder claims = new StringBuilder("{\"long\":\"" + longest + "\"");
    claims.append(",\"longer\":\"").append(longest).append("x\"");
    for (int i = 0; i <= most; i++) {
      claims.append(",\"c").append(i).append("\":\"v").append(i).append('"');
    }
    String token = token(SECRET, claims.append('}').toString());
    List<String> names = new ArrayList<>(List.of("longer", "long", "none", "/c1"));
    for (int i = 0; i <= most; i++) {
      names.add("c" + i);
    }
    Random random = new Random(17);
    for (int round = 0; round < 20; round++) {
      Collections.shuffle(names, random);
      VerifiedTokens tokens = VerifiedTokens.of(time, 100);
      VerifiedTokens none = VerifiedTokens.of(time, 0);
      for (int i = 0; i < 3 * names.size(); i++) {
        JsonPointer claim = JsonPointer.inClaims(names.get(i % names.size()));
        assertThat(claim(tokens, check, token, claim))
            .as(claim.toString())
            .isEqualTo(claim(none, check, token, claim));
      }
    }
  }

  @Test
  void claim_isReadOnce_ifItIsShort_andOneOfTheFirst() {
    VerifiedTokens tokens = VerifiedTokens.of(time, 100);
    String longest = "x".repeat(VerifiedTokens.MOST_CLAIM_CHARS);
    String token = token(SECRET, "{\"a\":\"" + longest + "\",\"b\":\"" + longest + "x\"}");
    assertThat(isReadAgain(tokens, token, "b")).isTrue();
    assertThat(isReadAgain(tokens, token, "a")).isFalse();
    for (int i = 1; i < VerifiedTokens.MOST_CLAIMS; i++) {
      assertThat(isReadAgain(tokens, token, "none" + i)).isFalse();
    }
    assertThat(isReadAgain(tokens, token, "none")).isTrue();
    assertThat(isReadAgain(tokens, token, "a")).isFalse();
  }

  /** Reading decodes the text in place. */
  private boolean isReadAgain(VerifiedTokens tokens, String token, String name) {
    JsonPointer claim = JsonPointer.inClaims(name);
    tokens.claim(check, Signing.utf8(token), 0, claim);
    byte[] text = Signing.utf8(token);
    tokens.claim(check, text, 0, claim);
    return !Arrays.equals(text, Signing.utf8(token));
  }

  @Test
  void source_answersTheSameWithAndWithout() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    TokenPlace place = TokenPlace.header("X-Token", null);
    HeadSource source = Sources.verifiedJwt(place, "sub", check);
    HeadSource remembering = source.judgedBy(VerifiedTokens.of(time, 16));
    HeadSource forgetting = source.judgedBy(VerifiedTokens.of(time, 0));
    for (int round = 0; round < 3_000; round++) {
      int number = random.nextInt(60);
      String claims =
          "{\"sub\":\"%s\",\"nbf\":%s,\"exp\":%s}"
              .formatted(number, START / 1000 + number, START / 1000 + 3L * number);
      TestHead head =
          TestHead.post("/").with("x-token", token(number % 7 == 0 ? OTHER : SECRET, claims));
      assertThat(remembering.find(head.request()))
          .as("seed %s round %s", seed, round)
          .isEqualTo(forgetting.find(head.request()));
      time.advance(Duration.ofMillis(random.nextInt(60)));
    }
  }

  @Test
  void source_withoutATier_saysSo() {
    HeadSource source = Sources.verifiedJwt(TokenPlace.header("X-Token", null), "sub", check);
    TestHead head = TestHead.post("/").with("x-token", numbered(1));
    assertThatThrownBy(() -> source.find(head.request())).isInstanceOf(IllegalStateException.class);
    assertThat(source)
        .isEqualTo(Sources.verifiedJwt(TokenPlace.header("X-Token", null), "sub", check));
    assertThat(source)
        .isEqualTo(Sources.verifiedJwt(TokenPlace.header("X-Token", null), "sub", check(SECRET)))
        .isNotEqualTo(Sources.verifiedJwt(TokenPlace.header("X-Token", null), "sub", check(OTHER)));
    assertThat(source).isNotEqualTo(Sources.jwt(TokenPlace.header("X-Token", null), "sub"));
  }
}
