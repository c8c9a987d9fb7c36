// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.request.Request;

/** The source {@code cookie: NAME}; the name is case-sensitive. */
record CookieSource(String name) implements HeadSource {

  @Override
  public String word() {
    return "cookie";
  }

  @Override
  public SourcePlace place() {
    return SourcePlace.of(SourcePlace.Kind.COOKIE, name);
  }

  @Override
  public String whyAbsent(Request request) {
    return request.head().header("cookie", 0) == null
        ? "no cookies"
        : "no such cookie with a value";
  }

  @Override
  public Extraction find(Request request) {
    return SingleValue.extraction(request.singleCookie(name));
  }

  @Override
  public String toString() {
    return "cookie: " + name;
  }
}
