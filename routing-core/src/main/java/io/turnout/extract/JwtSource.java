// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.request.HttpToken;
import io.turnout.request.Request;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The source {@code jwt: {token, claim}} of a token that is read without being verified. */
final class JwtSource implements HeadSource {

  private final TokenPlace place;
  private final JsonPointer claim;
  private final String name;

  JwtSource(TokenPlace place, String claim) {
    this.place = Objects.requireNonNull(place, "place");
    this.claim = JsonPointer.inClaims(claim);
    boolean header = place.kind() == TokenPlace.Kind.HEADER;
    name = header ? HttpToken.lowerCase(place.name()) : place.name();
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
  public Extraction find(Request request) {
    String value = value(request);
    if (value == null) {
      return Extraction.absent();
    }
    if (Request.isAmbiguous(value)) {
      return Extraction.ambiguous();
    }
    int start = place.tokenStart(value);
    String found = start < 0 ? null : TokenReader.claim(value, start, claim);
    return found == null ? Extraction.absent() : Extraction.found(found);
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
        && that.claim.toString().equals(claim.toString());
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
