// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.Request;

/**
 * The condition {@code header} for one field.
 *
 * @param said the name as the file has it
 * @param name the name in lower case
 * @param test what one of its values must pass
 */
public record HeaderFits(String said, String name, TextTest test) implements Condition {

  @Override
  public boolean test(Request request) {
    return TextTests.isAsked(test, request.anyHeader(name, test));
  }

  @Override
  public int expressions() {
    return test instanceof TextTests.Regex ? 1 : 0;
  }

  @Override
  public String toString() {
    return "header: { " + said + ": " + test + " }";
  }
}
