// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import org.jspecify.annotations.Nullable;

/**
 * Where in a request a source looks.
 *
 * @param kind what part of the request it is
 * @param name the name of the header field, parameter, cookie, capture or form field, the claim of
 *     a token, or the pointer into a JSON body, as the file has it
 * @param token where the token stands; null for everything but a claim
 */
public record SourcePlace(Kind kind, String name, @Nullable TokenPlace token) {

  /** The parts of a request that a source can look at. */
  public enum Kind {
    /** A header field. */
    HEADER,
    /** A capture of the path. */
    PATH,
    /** A parameter of the query. */
    QUERY,
    /** A cookie. */
    COOKIE,
    /** A claim of a token. */
    CLAIM,
    /** A value in a JSON body. */
    JSON,
    /** A field of a form body. */
    FORM
  }

  /** A place that is no claim of a token. */
  static SourcePlace of(Kind kind, String name) {
    return new SourcePlace(kind, name, null);
  }
}
