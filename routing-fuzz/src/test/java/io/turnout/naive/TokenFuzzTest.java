// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.turnout.Tier;
import io.turnout.fuzz.Mutations;
import io.turnout.naive.NaiveRequest.Field;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Any token is read as the naive reading does. The first byte of an input says whether the rest is
 * the token or its claims.
 */
class TokenFuzzTest {

  private static final NaiveComparison COMPARISON =
      new NaiveComparison(
          """
          turnout: 1
          jwt: { t: { token: { header: Authorization, scheme: Bearer }, verify: none } }
          rules:
            - { name: a, key: { namespace: n, from: [ { jwt: { token: t, claim: sub } } ] } }
            - { name: b, key: { namespace: n, from: [ { jwt: { token: t, claim: /a/b } } ] } }
            - { name: c, key: { namespace: n, from: [ { jwt: { token: t, claim: /a/1 } } ] } }
            - { name: d, key: { namespace: n, from: [ { jwt: { token: t, claim: "*" } } ] } }
            - { name: e, key: { namespace: n, from: [ { jwt: { token: t, claim: "/~0/~1" } } ] } }
          """,
          Tier.STANDALONE,
          0);

  @FuzzTest
  @DictionaryFile(resourcePath = "Token.dict")
  void bytes(byte[] input) {
    check(input);
  }

  @Test
  void changedInputs_areReadAlike() {
    Mutations.of(getClass(), 5_000, TokenFuzzTest::check);
  }

  private static void check(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] rest = Arrays.copyOfRange(input, 1, input.length);
    String text = new String(rest, StandardCharsets.ISO_8859_1);
    String value =
        input[0] % 2 == 0
            ? text
            : "Bearer e30." + Base64.getUrlEncoder().withoutPadding().encodeToString(rest) + ".";
    Field field = new Field("Authorization", value);
    NaiveRequest request = new NaiveRequest("GET", "/", List.of(field), new byte[0]);
    Allocation.within(80_000 + 80L * input.length, () -> COMPARISON.compiled(request));
    if (!differsInJackson(value, text)) {
      COMPARISON.decide(request, bound -> 0);
    }
  }

  /** Jackson drops the sign of zero, and takes no half of a surrogate pair in a name. */
  private static boolean differsInJackson(String token, String claims) {
    String decoded = claims;
    String[] parts = token.split("\\.", -1);
    if (parts.length == 3 && parts[1].matches("[A-Za-z0-9_-]*") && parts[1].length() % 4 != 1) {
      byte[] bytes = Base64.getUrlDecoder().decode(parts[1]);
      decoded = new String(bytes, StandardCharsets.ISO_8859_1);
    }
    return decoded.contains("-0") || decoded.toLowerCase(Locale.ROOT).contains("\\ud");
  }
}
