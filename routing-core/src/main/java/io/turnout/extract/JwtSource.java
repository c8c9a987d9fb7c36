// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.request.HttpToken;
import io.turnout.request.Request;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The source {@code jwt: {token, claim}}, of a token that is verified or not. */
final class JwtSource implements HeadSource {

  private final TokenPlace place;
  private final JsonPointer claim;
  private final String name;
  private final @Nullable TokenCheck check;
  private final @Nullable VerifiedTokens verified;

  private JwtSource(
      TokenPlace place,
      JsonPointer claim,
      @Nullable TokenCheck check,
      @Nullable VerifiedTokens verified) {
    this.place = place;
    this.claim = claim;
    this.check = check;
    this.verified = verified;
    boolean header = place.kind() == TokenPlace.Kind.HEADER;
    name = header ? HttpToken.lowerCase(place.name()) : place.name();
  }

  /**
   * Of a token at a place.
   *
   * @param check what the token must stand; null to verify nothing
   */
  static JwtSource of(TokenPlace place, String claim, @Nullable TokenCheck check) {
    Objects.requireNonNull(place, "place");
    return new JwtSource(place, JsonPointer.inClaims(claim), check, null);
  }

  @Override
  public HeadSource judgedBy(VerifiedTokens tokens) {
    return check == null ? this : new JwtSource(place, claim, check, tokens);
  }

  @Override
  public String word() {
    return "jwt";
  }

  @Override
  public SourcePlace place() {
    return new SourcePlace(SourcePlace.Kind.CLAIM, claim.toString(), place);
  }

  @Override
  public String whyAbsent(Request request) {
    String value = value(request);
    if (value == null) {
      return "no token";
    }
    int start = place.tokenStart(value);
    if (start < 0) {
      return "no token of the scheme";
    }
    byte[] text = TokenReader.bytes(value, start);
    if (text == null || check == null || verified == null) {
      return "the token is unreadable or has no such claim";
    }
    String why = verified.whyNot(check, text, start);
    return why == null ? "the token passes, but has no such claim" : why;
  }

  @Override
  public boolean verifiesToken() {
    return check != null;
  }

  @Override
  public Extraction find(Request request) {
    String value = value(request);
    if (value == null) {
      return Extraction.absent();
    }
    if (Request.isAmbiguous(value)) {
      return Extraction.ambiguous();
    }
    int start = place.tokenStart(value);
    byte[] text = start < 0 ? null : TokenReader.bytes(value, start);
    String found = text == null ? null : claim(text, start);
    return found == null ? Extraction.absent() : Extraction.found(found);
  }

  private @Nullable String claim(byte[] text, int start) {
    if (check == null) {
      return TokenReader.claim(text, start, claim);
    }
    if (verified == null) {
      throw new IllegalStateException(this + " has no clock; a tier makes it ready");
    }
    return verified.claim(check, text, start, claim);
  }

  private @Nullable String value(Request request) {
    return switch (place.kind()) {
      case HEADER -> request.singleHeader(name);
      case COOKIE -> request.singleCookie(name);
      case QUERY -> request.singleQuery(name);
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JwtSource that
        && that.place.equals(place)
        && that.claim.toString().equals(claim.toString())
        && Objects.equals(that.check, check);
  }

  @Override
  public int hashCode() {
    return place.hashCode() * 31 + claim.toString().hashCode();
  }

  @Override
  public String toString() {
    return "jwt: { token: " + place + ", claim: " + claim + " }";
  }
}
