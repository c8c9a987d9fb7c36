// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A key that can verify tokens, and the algorithms that it may be used with. Immutable; {@code
 * toString} tells nothing of the key.
 */
public final class TokenKey {

  /** The fewest bits of an RSA modulus (RFC 7518, section 3.3). */
  static final int LEAST_RSA_BITS = 2048;

  private static final String MAC = "HmacSHA256";
  private static final Set<String> EC_CURVES = Set.of("P-256", "P-384", "P-521");
  private static final Set<String> EDWARDS_CURVES = Set.of("Ed25519", "Ed448");

  private final Optional<String> kid;
  private final Key key;
  private final Set<TokenAlgorithm> algorithms;
  private final OptionalInt secretBytes;
  private final Optional<String> ownAlgorithm;

  private TokenKey(
      Optional<String> kid, Key key, Set<TokenAlgorithm> algorithms, OptionalInt secretBytes) {
    this.kid = kid;
    this.key = key;
    this.algorithms = algorithms;
    this.secretBytes = secretBytes;
    ownAlgorithm = Optional.empty();
  }

  /** The key as a JWK has it, whose own {@code use} and {@code alg} bind it. */
  private TokenKey(TokenKey free, Jwk jwk) {
    kid = free.kid;
    key = free.key;
    secretBytes = free.secretBytes;
    ownAlgorithm = jwk.member("alg");
    algorithms = EnumSet.noneOf(TokenAlgorithm.class);
    if (jwk.member("use").orElse("sig").equals("sig")) {
      algorithms.addAll(free.algorithms);
    }
    algorithms.removeIf(each -> !each.text().equals(ownAlgorithm.orElse(each.text())));
  }

  /**
   * A secret for HMAC.
   *
   * @throws IllegalArgumentException if it is empty
   */
  public static TokenKey ofSecret(byte[] secret) {
    return secret(Optional.empty(), secret);
  }

  /**
   * The key that a JWK is; empty if it is of a kind or on a curve that verifies no token.
   *
   * @throws IllegalArgumentException if it is of a known kind and broken; the message holds nothing
   *     of the key
   */
  public static Optional<TokenKey> of(Jwk jwk) {
    Optional<String> kid = jwk.member("kid");
    String curve = jwk.member("crv").orElse("");
    Optional<TokenKey> key =
        switch (jwk.member("kty").orElse("")) {
          case "oct" -> Optional.of(secret(kid, decoded(jwk, Jwk.SECRET)));
          case "RSA" -> Optional.of(rsa(kid, publicKey(jwk)));
          case "EC" ->
              EC_CURVES.contains(curve)
                  ? Optional.of(ec(kid, publicKey(jwk), curve))
                  : Optional.empty();
          case "OKP" ->
              EDWARDS_CURVES.contains(curve)
                  ? Optional.of(asymmetric(kid, publicKey(jwk), EnumSet.of(TokenAlgorithm.EDDSA)))
                  : Optional.empty();
          default -> Optional.empty();
        };
    return key.map(made -> new TokenKey(made, jwk));
  }

  private static TokenKey secret(Optional<String> kid, byte[] secret) {
    if (secret.length == 0) {
      throw new IllegalArgumentException("the secret is empty");
    }
    Set<TokenAlgorithm> fitting = EnumSet.noneOf(TokenAlgorithm.class);
    for (TokenAlgorithm algorithm : TokenAlgorithm.values()) {
      if (algorithm.usesSecret() && secret.length >= algorithm.leastSecretBytes()) {
        fitting.add(algorithm);
      }
    }
    return new TokenKey(
        kid, new SecretKeySpec(secret, MAC), fitting, OptionalInt.of(secret.length));
  }

  private static TokenKey rsa(Optional<String> kid, PublicKey key) {
    boolean isLongEnough =
        key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() >= LEAST_RSA_BITS;
    return asymmetric(
        kid,
        key,
        isLongEnough
            ? EnumSet.range(TokenAlgorithm.RS256, TokenAlgorithm.PS512)
            : EnumSet.noneOf(TokenAlgorithm.class));
  }

  private static TokenKey ec(Optional<String> kid, PublicKey key, String curve) {
    Set<TokenAlgorithm> fitting = EnumSet.noneOf(TokenAlgorithm.class);
    for (TokenAlgorithm algorithm : TokenAlgorithm.values()) {
      if (algorithm.family() == TokenAlgorithm.Family.EC && algorithm.curve().equals(curve)) {
        fitting.add(algorithm);
      }
    }
    return asymmetric(kid, key, fitting);
  }

  private static TokenKey asymmetric(
      Optional<String> kid, PublicKey key, Set<TokenAlgorithm> algorithms) {
    return new TokenKey(kid, key, algorithms, OptionalInt.empty());
  }

  private static PublicKey publicKey(Jwk jwk) {
    Map<String, String> members = new HashMap<>();
    for (String name : List.of("kty", "crv")) {
      jwk.member(name).ifPresent(value -> members.put(name, value));
    }
    for (String name : List.of("x", "y", "n", "e")) {
      if (jwk.member(name).isPresent()) {
        decoded(jwk, name);
        members.put(name, jwk.member(name).get());
      }
    }
    return JoseSignatures.publicKey(members);
  }

  /** The bytes of a member; here, since JJWT passes over characters that are no base64url. */
  private static byte[] decoded(Jwk jwk, String name) {
    byte[] encoded = jwk.member(name).orElse("").getBytes(StandardCharsets.UTF_8);
    byte[] decoded = new byte[encoded.length];
    int length = Base64Chars.decodeUrl(encoded, 0, encoded.length, decoded);
    if (length <= 0) {
      throw new IllegalArgumentException(
          "its member \"" + name + "\" must be base64url without padding");
    }
    return Arrays.copyOf(decoded, length);
  }

  /** Whether tokens of an algorithm may be verified with it. */
  public boolean fits(TokenAlgorithm algorithm) {
    return algorithms.contains(algorithm);
  }

  /** Whether it is meant for an algorithm, long enough or not. */
  public boolean isMeantFor(TokenAlgorithm algorithm) {
    return ownAlgorithm.map(algorithm.text()::equals).orElse(true);
  }

  /** The length of the secret, in bytes; empty if it is no secret. */
  public OptionalInt secretBytes() {
    return secretBytes;
  }

  /** The name by which a token's header can choose it. */
  Optional<String> kid() {
    return kid;
  }

  /** Whether {@code signature} is its own over a token's header and payload. */
  boolean signed(TokenAlgorithm algorithm, TokenParts token, byte[] signature) {
    return JoseSignatures.isGood(algorithm, key, token, signature);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TokenKey that
        && that.kid.equals(kid)
        && that.key.equals(key)
        && that.algorithms.equals(algorithms)
        && that.ownAlgorithm.equals(ownAlgorithm);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kid, key, algorithms, ownAlgorithm);
  }

  @Override
  public String toString() {
    return "key for " + algorithms;
  }
}
