// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The algorithms by which a token can be signed (RFC 7518, RFC 8037); {@code none} is not one. */
public enum TokenAlgorithm {
  /** HMAC with SHA-256. */
  HS256(Family.SECRET, "", 32),
  /** HMAC with SHA-384. */
  HS384(Family.SECRET, "", 48),
  /** HMAC with SHA-512. */
  HS512(Family.SECRET, "", 64),
  /** RSASSA-PKCS1-v1_5 with SHA-256. */
  RS256(Family.RSA, "", 0),
  /** RSASSA-PKCS1-v1_5 with SHA-384. */
  RS384(Family.RSA, "", 0),
  /** RSASSA-PKCS1-v1_5 with SHA-512. */
  RS512(Family.RSA, "", 0),
  /** RSASSA-PSS with SHA-256. */
  PS256(Family.RSA, "", 0),
  /** RSASSA-PSS with SHA-384. */
  PS384(Family.RSA, "", 0),
  /** RSASSA-PSS with SHA-512. */
  PS512(Family.RSA, "", 0),
  /** ECDSA on the curve P-256 with SHA-256. */
  ES256(Family.EC, "P-256", 0),
  /** ECDSA on the curve P-384 with SHA-384. */
  ES384(Family.EC, "P-384", 0),
  /** ECDSA on the curve P-521 with SHA-512. */
  ES512(Family.EC, "P-521", 0),
  /** Edwards-curve signatures, by Ed25519 or Ed448. */
  EDDSA(Family.EDWARDS, "", 0);

  /** The kinds of keys that algorithms take. */
  enum Family {
    SECRET,
    RSA,
    EC,
    EDWARDS
  }

  private static final List<TokenAlgorithm> ALL = List.of(values());

  private final Family family;
  private final String curve;
  private final int leastSecretBytes;

  TokenAlgorithm(Family family, String curve, int leastSecretBytes) {
    this.family = family;
    this.curve = curve;
    this.leastSecretBytes = leastSecretBytes;
  }

  /** The algorithm that a header or a rule file calls so, in exactly this case. */
  public static Optional<TokenAlgorithm> of(String text) {
    return ALL.stream().filter(algorithm -> algorithm.text().equals(text)).findFirst();
  }

  /** All spellings. */
  public static List<String> texts() {
    return Arrays.stream(values()).map(TokenAlgorithm::text).toList();
  }

  /** The spelling in headers and rule files, such as {@code RS256}. */
  public String text() {
    return this == EDDSA ? "EdDSA" : name();
  }

  /** Whether its key is a secret that both sides have. */
  public boolean usesSecret() {
    return family == Family.SECRET;
  }

  /** The fewest bytes that a secret for it has; 0 where it takes none. */
  public int leastSecretBytes() {
    return leastSecretBytes;
  }

  Family family() {
    return family;
  }

  /** The one curve that its keys lie on; empty where it has none, or several. */
  String curve() {
    return curve;
  }

  @Override
  public String toString() {
    return text();
  }
}
