// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import org.jspecify.annotations.Nullable;

/** What a request is looked for to show. */
@FunctionalInterface
interface Goal {

  /** What is against a request; null if it shows what it should. */
  @Nullable Objection objection(ExampleRequest request);

  /**
   * Why a request does not do.
   *
   * @param clause what would make it do; null if nothing is known that would
   */
  record Objection(@Nullable Clause clause) {

    /** Nothing is known that would make it do. */
    static final Objection FINAL = new Objection(null);
  }

  /** This goal and another. */
  default Goal and(Goal other) {
    return request -> {
      Objection objection = objection(request);
      return objection == null ? other.objection(request) : objection;
    };
  }
}
