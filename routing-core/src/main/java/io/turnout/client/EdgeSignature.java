// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.request.RequestHead;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The proof of an edge by signatures of its requests (RFC 9421, {@code hmac-sha256}).
 *
 * <p>A signature is good if its key is one of the edge's, it covers every component that the edge
 * must cover, it was created no longer ago than allowed and no further ahead than clocks may differ,
 * it is not expired, and its bytes are those that the key gives for this request, compared in
 * constant time. One good signature of several is enough. Immutable.
 */
final class EdgeSignature {

  /** How far ahead of this router's clock an edge's may be. */
  static final Duration CLOCK_SKEW = Duration.ofSeconds(30);

  private static final String ALGORITHM = "HmacSHA256";

  private final Map<String, SecretKeySpec> keys;
  private final Set<String> covers;
  private final long maxAgeSeconds;

  /**
   * A proof.
   *
   * @param secrets the secrets by key ID; at least one
   * @param covers the components that every signature must cover
   * @param maxAge how old a signature may be, in whole seconds
   */
  EdgeSignature(Map<String, byte[]> secrets, List<String> covers, Duration maxAge) {
    keys = new HashMap<>();
    secrets.forEach((id, secret) -> keys.put(id, new SecretKeySpec(secret, ALGORITHM)));
    this.covers = Set.copyOf(covers);
    maxAgeSeconds = maxAge.toSeconds();
  }

  /**
   * What the first good signature covers.
   *
   * @param signatures the signatures of the request
   * @param nowMillis now, on the wall clock
   * @return the names of the covered components; empty if none is good
   */
  Optional<Set<String>> covered(
      RequestHead head, List<SignatureFields.Signature> signatures, long nowMillis) {
    return signatures.stream()
        .filter(signature -> isGood(head, signature, nowMillis))
        .map(signature -> Set.copyOf(SignatureBase.names(signature.covered())))
        .findFirst();
  }

  private boolean isGood(RequestHead head, SignatureFields.Signature signature, long nowMillis) {
    SecretKeySpec key = keys.get(signature.keyId());
    if (key == null
        || !isInTime(signature, nowMillis)
        || !SignatureBase.names(signature.covered()).containsAll(covers)) {
      return false;
    }
    byte[] base = SignatureBase.of(head, signature.covered());
    return base != null && MessageDigest.isEqual(mac(key, base), signature.bytes());
  }

  private boolean isInTime(SignatureFields.Signature signature, long nowMillis) {
    long created = signature.createdSeconds();
    long nowSeconds = Math.floorDiv(nowMillis, 1_000L);
    return created <= nowSeconds + CLOCK_SKEW.toSeconds()
        && nowSeconds - created <= maxAgeSeconds
        && signature.expiresSeconds().stream().allMatch(expires -> nowSeconds < expires);
  }

  static byte[] mac(SecretKeySpec key, byte[] base) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(base);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
