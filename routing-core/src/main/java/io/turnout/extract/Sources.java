// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.match.PathTemplate;
import io.turnout.request.HttpToken;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes sources for the rule compiler. What is wrong with an argument is told by an {@link
 * IllegalArgumentException} whose message is fit for the writer of the rule file.
 */
public final class Sources {

  private Sources() {}

  /** The single value of a header field; its name in any case. */
  public static HeadSource header(String name) {
    requireToken("header", name);
    return new HeaderSource(name, HttpToken.lowerCase(name));
  }

  /**
   * What the path of the request has at a capture.
   *
   * @param templates the templates of the rule's own {@code path} condition
   */
  public static HeadSource path(List<PathTemplate> templates, String capture) {
    for (PathTemplate template : templates) {
      if (template.captureNames().contains(capture)) {
        return new PathSource(List.copyOf(templates), capture);
      }
    }
    throw new IllegalArgumentException(
        "no path template of this rule captures \"%s\"; write {%s} in its path"
            .formatted(capture, capture));
  }

  /** The single value of a parameter of the query; its name as decoded. */
  public static HeadSource query(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a query parameter needs a name, and this one is empty");
    }
    return new QuerySource(name);
  }

  /** The single value of a cookie; its name is case-sensitive. */
  public static HeadSource cookie(String name) {
    requireToken("cookie", name);
    return new CookieSource(name);
  }

  /**
   * A claim of a token that nobody verifies here: it only picks a cell.
   *
   * @param claim a JSON pointer into the claims if it starts with a slash, else the name of a
   *     top-level claim
   */
  public static HeadSource jwt(TokenPlace place, String claim) {
    return jwtOf(place, claim, null);
  }

  /**
   * A claim of a token that counts only if the token passes. It answers once a tier has {@linkplain
   * HeadSource#judgedBy made it ready}.
   *
   * @param claim a JSON pointer into the claims if it starts with a slash, else the name of a
   *     top-level claim
   */
  public static HeadSource verifiedJwt(TokenPlace place, String claim, TokenCheck check) {
    return jwtOf(place, claim, Objects.requireNonNull(check, "check"));
  }

  /**
   * A claim of a token whose keys are not here: whatever stands at its place, it is for a tier that
   * holds them to say whether it counts.
   *
   * @param claim a JSON pointer into the claims if it starts with a slash, else the name of a
   *     top-level claim
   */
  public static HeadSource keylessJwt(TokenPlace place, String claim) {
    requireName(place);
    return new KeylessJwtSource(place, JsonPointer.inClaims(claim).toString());
  }

  private static HeadSource jwtOf(TokenPlace place, String claim, @Nullable TokenCheck check) {
    requireName(place);
    return JwtSource.of(place, claim, check);
  }

  /**
   * The value that a JSON body holds at a pointer.
   *
   * @param pointer a JSON pointer (RFC 6901), not the empty one; {@code *} stands for every element
   *     of an array
   * @param limitBytes the most that is read of the body, 0 or more
   */
  public static BodySource json(String pointer, int limitBytes) {
    return new JsonSource(pointer, limitBytes);
  }

  /**
   * The first field of a form body that has this name.
   *
   * @param name the name as decoded, not empty
   * @param limitBytes the most that is read of the body, 0 or more
   */
  public static BodySource form(String name, int limitBytes) {
    return new FormSource(name, limitBytes);
  }

  private static void requireName(TokenPlace place) {
    if (place.kind() != TokenPlace.Kind.QUERY) {
      requireToken(place.kind() == TokenPlace.Kind.HEADER ? "header" : "cookie", place.name());
    }
  }

  private static void requireToken(String what, String name) {
    if (!HttpToken.isToken(name)) {
      throw new IllegalArgumentException(
          "\"%s\" cannot be the name of a %s; it is made of letters, digits and !#$%%&'*+-.^_`|~"
              .formatted(name, what));
    }
  }
}
