// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.Request;
import io.turnout.request.RequestObserver;
import java.util.function.Predicate;

/**
 * One condition of a rule's {@code when} or {@code unless}. Immutable; {@code toString} is what the
 * file said.
 */
public sealed interface Condition extends Predicate<Request>
    permits MethodIs, HostIs, PathFits, HeaderFits, QueryFits, MediaTypeIs, HasTag {

  /** Judges the request, and tells nobody. */
  @Override
  boolean test(Request request);

  /** Judges the request, and tells its observer if it has one. */
  default boolean holds(Request request) {
    boolean held = test(request);
    RequestObserver observer = request.observer();
    if (observer != null) {
      observer.onCondition(this, held);
    }
    return held;
  }

  /** How many regular expressions judging one value can run. */
  default int expressions() {
    return 0;
  }

  /** Whether it is a {@code path} condition, for which a malformed path ends the search. */
  default boolean looksAtPath() {
    return false;
  }
}
