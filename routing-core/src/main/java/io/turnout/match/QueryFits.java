// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.Request;

/**
 * The condition {@code query} for one parameter.
 *
 * @param name the name as decoded
 * @param test what one of its values must pass
 */
public record QueryFits(String name, TextTest test) implements Condition {

  @Override
  public boolean test(Request request) {
    return TextTests.isAsked(test, request.anyQuery(name, test));
  }

  @Override
  public int expressions() {
    return test instanceof TextTests.Regex ? 1 : 0;
  }

  @Override
  public String toString() {
    return "query: { " + name + ": " + test + " }";
  }
}
