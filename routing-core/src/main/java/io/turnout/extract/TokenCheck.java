// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a token must stand for its claims to count. Immutable.
 *
 * @param keys the keys there are; of several, a token's {@code kid} chooses
 * @param algorithms those by which a token may be signed
 * @param issuer what {@code iss} must be
 * @param audience what must be among {@code aud}
 * @param leeway how far the clocks of those who issue tokens may be off, 0 or more
 */
public record TokenCheck(
    List<TokenKey> keys,
    Set<TokenAlgorithm> algorithms,
    Optional<String> issuer,
    Optional<String> audience,
    Duration leeway) {

  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if the leeway is negative
   */
  public TokenCheck {
    keys = List.copyOf(keys);
    algorithms = Set.copyOf(algorithms);
    if (leeway.isNegative()) {
      throw new IllegalArgumentException("leeway " + leeway + " must be 0 or more");
    }
  }

  /** Whether some key fits some algorithm; where none does, no token passes. */
  public boolean hasFittingKey() {
    return keys.stream().anyMatch(key -> algorithms.stream().anyMatch(key::fits));
  }

  /**
   * When the token passes; null if it does not pass now. What costs most, the signature, comes
   * last.
   *
   * @param text ends with the token
   * @param start where the token begins
   */
  @Nullable TokenLife verify(byte[] text, int start, long nowMillis) {
    TokenParts parts = TokenParts.of(text, start);
    JsonMembers header = parts == null ? null : parts.header();
    JsonMembers claims = parts == null ? null : parts.claims();
    if (parts == null || header == null || claims == null || !isFor(claims)) {
      return null;
    }
    TokenLife life = life(claims);
    return life != null && life.isNow(nowMillis) && isSigned(parts, header) ? life : null;
  }

  /**
   * Why {@link #verify} says no, in words that hold nothing of the token; null if the token passes.
   * What is named is the first thing that {@code verify} looks at and does not like.
   */
  @Nullable String whyNot(byte[] text, int start, long nowMillis) {
    TokenParts parts = TokenParts.of(text, start);
    JsonMembers header = parts == null ? null : parts.header();
    JsonMembers claims = parts == null ? null : parts.claims();
    if (parts == null || header == null || claims == null) {
      return "the token is unreadable";
    }
    if (!isFromIssuer(claims)) {
      return "the token's iss is not the issuer";
    }
    if (!isForAudience(claims)) {
      return "the token's aud is not the audience";
    }
    TokenLife life = life(claims);
    if (life == null) {
      return "the token's exp or nbf is no number";
    }
    if (!life.isNow(nowMillis)) {
      return nowMillis < life.fromMillis() ? "the token is not valid yet" : "the token has expired";
    }
    if (isExtended(header)) {
      return "the token's header has crit or b64";
    }
    if (algorithm(header).isEmpty()) {
      return "the token's alg is not one of the algorithms";
    }
    return isSigned(parts, header) ? null : "no key that fits has signed the token";
  }

  private boolean isFor(JsonMembers claims) {
    return isFromIssuer(claims) && isForAudience(claims);
  }

  private boolean isFromIssuer(JsonMembers claims) {
    JsonMembers.Value iss = claims.get("iss");
    return issuer.isEmpty() || iss != null && issuer.get().equals(iss.string());
  }

  private boolean isForAudience(JsonMembers claims) {
    JsonMembers.Value aud = claims.get("aud");
    return audience.isEmpty() || aud != null && aud.isOrHolds(audience.get());
  }

  private @Nullable TokenLife life(JsonMembers claims) {
    OptionalLong from = time(claims.get("nbf"), -TokenTime.FAR_MILLIS);
    OptionalLong until = time(claims.get("exp"), TokenTime.FAR_MILLIS);
    long leewayMillis = leeway.toMillis();
    return from.isEmpty() || until.isEmpty()
        ? null
        : new TokenLife(from.getAsLong() - leewayMillis, until.getAsLong() + leewayMillis);
  }

  /** A time, or what stands for it where it is missing; empty if it is no number. */
  private static OptionalLong time(JsonMembers.@Nullable Value value, long otherwise) {
    if (value == null) {
      return OptionalLong.of(otherwise);
    }
    String number = value.number();
    return number == null ? OptionalLong.empty() : TokenTime.millis(number);
  }

  /** Whether it asks for what no check here knows. */
  private static boolean isExtended(JsonMembers header) {
    return header.has("crit") || header.has("b64");
  }

  /** The token's own algorithm, if it is accepted. */
  private Optional<TokenAlgorithm> algorithm(JsonMembers header) {
    JsonMembers.Value alg = header.get("alg");
    String name = alg == null ? null : alg.string();
    return name == null ? Optional.empty() : TokenAlgorithm.of(name).filter(algorithms::contains);
  }

  private boolean isSigned(TokenParts parts, JsonMembers header) {
    Optional<TokenAlgorithm> algorithm = algorithm(header);
    byte[] signature = parts.signature();
    if (algorithm.isEmpty() || signature == null || isExtended(header)) {
      return false;
    }
    JsonMembers.Value kid = keys.size() > 1 ? header.get("kid") : null;
    for (TokenKey key : keys) {
      if (key.fits(algorithm.get())
          && (kid == null || isNamed(key, kid))
          && key.signed(algorithm.get(), parts, signature)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNamed(TokenKey key, JsonMembers.Value kid) {
    String name = kid.string();
    return name != null && key.kid().equals(Optional.of(name));
  }
}
