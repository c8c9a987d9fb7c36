// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Jwks;
import io.jsonwebtoken.security.SecureDigestAlgorithm;
import io.jsonwebtoken.security.VerifySecureDigestRequest;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.security.Key;
import java.security.Provider;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.util.Map;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * Signatures and public keys by JJWT, which this class alone touches.
 *
 * <p>JJWT is asked whether a signature is good and what key a JWK is. What the token's header and
 * claims say is read by the same scanner as that of a token that is not verified, so that a claim
 * means the same in both.
 */
final class JoseSignatures {

  private JoseSignatures() {}

  /**
   * The public key of a JWK.
   *
   * @throws IllegalArgumentException if the members are not those of a key
   */
  static PublicKey publicKey(Map<String, String> members) {
    Key key;
    try {
      key = Jwks.builder().add(members).build().toKey();
    } catch (RuntimeException e) {
      // JJWT's own text may quote members.
      throw new IllegalArgumentException("its members are not those of a key of its kind");
    }
    if (key instanceof PublicKey made) {
      return made;
    }
    throw new IllegalArgumentException("it is no public key");
  }

  /**
   * Whether {@code signature} is the key's over a token's header and payload.
   *
   * @param key one that {@linkplain TokenKey#fits fits} the algorithm
   */
  static boolean isGood(TokenAlgorithm algorithm, Key key, TokenParts token, byte[] signature) {
    SecureDigestAlgorithm<?, ?> jose = Jwts.SIG.get().forKey(algorithm.text());
    try {
      return algorithm.usesSecret()
          ? isGood(jose, new Question<>((SecretKey) key, token, signature))
          : isGood(jose, new Question<>((PublicKey) key, token, signature));
    } catch (RuntimeException e) {
      // Whatever is said against a signature that a client sent, it is not good.
      return false;
    }
  }

  @SuppressWarnings("unchecked") // an algorithm is asked with its own kind of key
  private static <K extends Key> boolean isGood(
      SecureDigestAlgorithm<?, ?> algorithm, Question<K> question) {
    return ((SecureDigestAlgorithm<?, K>) algorithm).verify(question);
  }

  /** What JJWT is asked. */
  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  private record Question<K extends Key>(K key, TokenParts token, byte[] signature)
      implements VerifySecureDigestRequest<K> {

    @Override
    public K getKey() {
      return key;
    }

    @Override
    public InputStream getPayload() {
      return new ByteArrayInputStream(
          token.bytes(), token.start(), token.payloadEnd() - token.start());
    }

    @Override
    public byte[] getDigest() {
      return signature;
    }

    @Override
    public @Nullable Provider getProvider() {
      return null;
    }

    @Override
    public @Nullable SecureRandom getSecureRandom() {
      return null;
    }
  }
}
