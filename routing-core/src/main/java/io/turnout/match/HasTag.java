// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.Request;
import java.util.List;

/**
 * The condition {@code tag}.
 *
 * @param names the tags, of which one must be on the request
 */
public record HasTag(List<String> names) implements Condition {

  @Override
  public boolean test(Request request) {
    for (int i = 0; i < names.size(); i++) {
      if (request.hasTag(names.get(i))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return "tag: " + RuleText.oneOrList(names);
  }
}
