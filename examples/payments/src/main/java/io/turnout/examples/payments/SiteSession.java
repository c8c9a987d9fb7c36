// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/**
 * The session of a person: what its cookie says, and which stage the weights would choose, both
 * written as the reference has them and without the library.
 *
 * @param id its routing ID
 * @param stage the stage that it keeps
 * @param expires its end, in seconds since 1970
 */
record SiteSession(String id, String stage, long expires) {

  static final String KEY_1 = "sessions one: shown to everybody, so worth nothing....";
  static final String KEY_2 = "sessions two: shown to everybody, so worth nothing....";

  private static final String SPLIT = "web";
  private static final int ID_BYTES = 16;
  private static final double CANARY_WEIGHT = 1;
  private static final double PROD_WEIGHT = 99;

  /** A session of a stage that has ten minutes left. */
  static SiteSession of(String stage, Random random) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return new SiteSession(
        Base64.getUrlEncoder().withoutPadding().encodeToString(id),
        stage,
        SiteRequest.NOW + 10 * 60);
  }

  SiteSession ending(long seconds) {
    return new SiteSession(id, stage, SiteRequest.NOW + seconds);
  }

  /** The cookie's value, by the key that is in use. */
  String cookie() {
    return cookie("s2", KEY_2, SPLIT);
  }

  String cookie(String keyId, String secret, String split) {
    String text = String.join(".", "v1", id, stage, Long.toString(expires), keyId);
    byte[] bound = (text + '\0' + split).getBytes(StandardCharsets.UTF_8);
    return text + '.' + Spelling.base64Url(Spelling.hmac(secret, bound));
  }

  /** The stage that the weights choose for the ID. */
  String weighed() {
    return score("canary", CANARY_WEIGHT) <= score("prod", PROD_WEIGHT) ? "canary" : "prod";
  }

  private double score(String name, double weight) {
    long z = first8(SPLIT + '\0' + id) ^ first8(name);
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    z ^= z >>> 31;
    return -StrictMath.log(((z >>> 11) + 0.5) * 0x1p-53) / weight;
  }

  private static long first8(String text) {
    return Long.parseUnsignedLong(Spelling.sha256(text).substring(0, 16), 16);
  }

  /** The labels that rules.yaml gives a stage. */
  static List<String> label(String stage) {
    return switch (stage) {
      case "canary" -> List.of("version", "8f2");
      case "prod" -> List.of("version", "8e9");
      case "old" -> List.of("version", "8d4");
      default -> List.of();
    };
  }
}
