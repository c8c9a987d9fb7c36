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

  private boolean isFor(JsonMembers claims) {
    JsonMembers.Value iss = claims.get("iss");
    JsonMembers.Value aud = claims.get("aud");
    return (issuer.isEmpty() || iss != null && issuer.get().equals(iss.string()))
        && (audience.isEmpty() || aud != null && aud.isOrHolds(audience.get()));
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

  private boolean isSigned(TokenParts parts, JsonMembers header) {
    JsonMembers.Value alg = header.get("alg");
    String name = alg == null ? null : alg.string();
    Optional<TokenAlgorithm> algorithm =
        name == null ? Optional.empty() : TokenAlgorithm.of(name).filter(algorithms::contains);
    byte[] signature = parts.signature();
    if (algorithm.isEmpty() || signature == null || header.has("crit") || header.has("b64")) {
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
