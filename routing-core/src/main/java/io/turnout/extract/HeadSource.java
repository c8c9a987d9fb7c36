// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.request.Request;
import io.turnout.request.RequestObserver;

/** A source that the head of a request answers at once. */
public sealed interface HeadSource extends Source
    permits HeaderSource, PathSource, QuerySource, CookieSource, JwtSource, KeylessJwtSource {

  /** Finds the value, and tells nobody. The kind is FOUND, ABSENT, AMBIGUOUS or NO_KEY. */
  Extraction find(Request request);

  /**
   * The same source with the clock of a tier, and what the tier remembers of tokens; itself if it
   * needs neither.
   */
  default HeadSource judgedBy(VerifiedTokens tokens) {
    return this;
  }

  /** Finds the value, and tells the request's observer if it has one. */
  default Extraction read(Request request) {
    Extraction extraction = find(request);
    RequestObserver observer = request.observer();
    if (observer != null) {
      observer.onSource(this, extraction);
    }
    return extraction;
  }
}
