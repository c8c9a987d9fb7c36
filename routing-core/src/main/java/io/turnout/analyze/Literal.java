// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.match.Condition;

/** Something that is asked of one dimension of a request. Immutable. */
sealed interface Literal {

  /** The dimension that it is about. */
  Dimension dimension();

  /** Whether it is true of a request of which at least that dimension is chosen. */
  boolean isTrueOf(ExampleRequest request);

  /** A condition holds, or does not. */
  record Holds(Condition condition, boolean wanted) implements Literal {

    @Override
    public Dimension dimension() {
      return Dimension.of(condition);
    }

    @Override
    public boolean isTrueOf(ExampleRequest request) {
      return condition.test(request.tagged()) == wanted;
    }
  }

  /** A source yields a value, or is absent. */
  record Yields(Yield yield, boolean wanted) implements Literal {

    @Override
    public Dimension dimension() {
      return yield.dimension();
    }

    @Override
    public boolean isTrueOf(ExampleRequest request) {
      return wanted ? yield.isFound(request) : yield.isAbsent(request);
    }
  }

  /** That the condition holds. */
  static Literal yes(Condition condition) {
    return new Holds(condition, true);
  }

  /** That the condition does not hold. */
  static Literal no(Condition condition) {
    return new Holds(condition, false);
  }
}
