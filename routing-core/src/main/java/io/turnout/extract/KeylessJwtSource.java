// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.request.Request;

/**
 * The source {@code jwt: {token, claim}} of a token whose keys this tier does not hold. It looks at
 * nothing: neither a token that is there nor one that is missing is judged here.
 */
record KeylessJwtSource(TokenPlace token, String claim) implements HeadSource {

  @Override
  public String word() {
    return "jwt";
  }

  @Override
  public SourcePlace place() {
    return new SourcePlace(SourcePlace.Kind.CLAIM, claim, token);
  }

  @Override
  public String whyAbsent(Request request) {
    throw new IllegalStateException(this + " is never absent");
  }

  @Override
  public Extraction find(Request request) {
    return Extraction.noKey();
  }

  @Override
  public String toString() {
    return "jwt: { token: " + token + ", claim: " + claim + " }";
  }
}
