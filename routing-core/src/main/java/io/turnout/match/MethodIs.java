// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.Request;
import java.util.List;

/**
 * The condition {@code method}.
 *
 * @param names the methods, of which one must be the request's
 */
public record MethodIs(List<String> names) implements Condition {

  @Override
  public boolean test(Request request) {
    return names.contains(request.method());
  }

  @Override
  public String toString() {
    return "method: " + RuleText.oneOrList(names);
  }
}
