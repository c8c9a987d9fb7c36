// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.client.EdgeProof.Worth;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The proof of an edge by signatures of its requests (RFC 9421, {@code hmac-sha256}).
 *
 * <p>A signature is good if its key is one of the edge's, it covers every component that the edge
 * must cover, it was created no longer ago than allowed and no further ahead than clocks may
 * differ, it is not expired, and its bytes are those that the key gives for this request, compared
 * in constant time. One good signature of several is enough. Immutable.
 */
public final class EdgeSignature {

  /** How far ahead of this router's clock an edge's may be. */
  static final Duration CLOCK_SKEW = Duration.ofSeconds(30);

  private static final String ALGORITHM = "HmacSHA256";

  private final Map<String, SecretKeySpec> keys;
  private final Set<String> covers;
  private final long maxAgeSeconds;

  private EdgeSignature(Map<String, byte[]> secrets, List<String> covers, Duration maxAge) {
    keys = new HashMap<>();
    secrets.forEach((id, secret) -> keys.put(id, new SecretKeySpec(secret, ALGORITHM)));
    this.covers = Set.copyOf(covers);
    maxAgeSeconds = maxAge.toSeconds();
  }

  /**
   * A proof.
   *
   * @param secrets the secrets by key ID, of at least {@value EdgeSigner#LEAST_SECRET_BYTES} bytes
   *     each; at least one
   * @param covers the components that every signature must cover, such as {@code @method}
   * @param maxAge how old a signature may be, in whole seconds
   * @throws IllegalArgumentException if there is no secret, or one is too short
   */
  public static EdgeSignature of(
      Map<String, byte[]> secrets, List<String> covers, Duration maxAge) {
    if (secrets.isEmpty()) {
      throw new IllegalArgumentException("there must be at least one secret");
    }
    secrets.forEach((id, secret) -> EdgeSigner.requireLong(secret));
    return new EdgeSignature(secrets, covers, maxAge);
  }

  /** What the best of a request's signatures is worth. */
  Worth worth(Evidence evidence) {
    Worth best = Worth.NONE;
    for (SignatureFields.Signature signature : evidence.signatures()) {
      if (isGood(evidence, signature)) {
        if (coversAll(evidence, signature)) {
          return Worth.ALL;
        }
        best = Worth.CLIENT;
      }
    }
    return best;
  }

  private static boolean coversAll(Evidence evidence, SignatureFields.Signature signature) {
    return SignatureBase.names(signature.covered()).containsAll(evidence.routingFields());
  }

  private boolean isGood(Evidence evidence, SignatureFields.Signature signature) {
    SecretKeySpec key = keys.get(signature.keyId());
    if (key == null
        || !isInTime(signature, evidence.nowSeconds())
        || !SignatureBase.names(signature.covered()).containsAll(covers)) {
      return false;
    }
    byte[] base = SignatureBase.of(evidence.head(), signature.covered());
    return base != null && MessageDigest.isEqual(mac(key, base), signature.bytes());
  }

  /** Why each signature of a request proves nothing, or not all; none if it has no signature. */
  List<String> doubts(Evidence evidence) {
    List<SignatureFields.Signature> signatures = evidence.signatures();
    if (signatures.isEmpty()) {
      return evidence.head().header(SignatureFields.INPUT, 0) == null
          ? List.of()
          : List.of(
              "no signature can be read: each needs created and keyid, hmac-sha256, and its bytes"
                  + " in Signature under the same label");
    }
    return signatures.stream().flatMap(signature -> doubt(evidence, signature).stream()).toList();
  }

  private Optional<String> doubt(Evidence evidence, SignatureFields.Signature signature) {
    String of = "the signature with key " + signature.keyId() + ' ';
    long age = evidence.nowSeconds() - signature.createdSeconds();
    if (!keys.containsKey(signature.keyId())) {
      return Optional.of(of + "is of none of the edge's keys");
    }
    if (!isInTime(signature, evidence.nowSeconds())) {
      return Optional.of(
          of
              + (age < 0
                  ? "was made "
                      + -age
                      + " s ahead of this clock; "
                      + CLOCK_SKEW.toSeconds()
                      + " s pass"
                  : age > maxAgeSeconds
                      ? "is " + age + " s old; " + maxAgeSeconds + " s are the most"
                      : "has expired"));
    }
    Set<String> missing = new TreeSet<>(covers);
    missing.removeAll(SignatureBase.names(signature.covered()));
    if (!missing.isEmpty()) {
      return Optional.of(of + "does not cover " + String.join(", ", missing));
    }
    if (SignatureBase.of(evidence.head(), signature.covered()) == null) {
      return Optional.of(of + "covers something that the request lacks, or that is not known here");
    }
    if (!isGood(evidence, signature)) {
      return Optional.of(
          of + "is not that of this request: another secret, or a change on the way");
    }
    return coversAll(evidence, signature)
        ? Optional.empty()
        : Optional.of(of + "leaves out a Turnout field, so that none of them is believed");
  }

  private boolean isInTime(SignatureFields.Signature signature, long nowSeconds) {
    long created = signature.createdSeconds();
    return created <= nowSeconds + CLOCK_SKEW.toSeconds()
        && nowSeconds - created <= maxAgeSeconds
        && signature.expiresSeconds().stream().allMatch(expires -> nowSeconds < expires);
  }

  /** Whether the other accepts the same signatures: the same keys, covers and age. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EdgeSignature signature
        && keys.equals(signature.keys)
        && covers.equals(signature.covers)
        && maxAgeSeconds == signature.maxAgeSeconds;
  }

  @Override
  public int hashCode() {
    return Objects.hash(keys.keySet(), covers, maxAgeSeconds);
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
