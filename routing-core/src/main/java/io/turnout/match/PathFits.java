// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.Request;
import io.turnout.request.RequestTarget;
import java.util.List;

/**
 * The condition {@code path}; it holds for no malformed path.
 *
 * @param templates the templates, of which one must fit
 */
public record PathFits(List<PathTemplate> templates) implements Condition {

  @Override
  public boolean test(Request request) {
    RequestTarget target = request.target();
    for (int i = 0; i < templates.size(); i++) {
      if (templates.get(i).fits(target)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int expressions() {
    return (int)
        templates.stream()
            .flatMap(template -> template.segments().stream())
            .filter(segment -> segment.regex() != null)
            .count();
  }

  @Override
  public boolean looksAtPath() {
    return true;
  }

  @Override
  public String toString() {
    return "path: " + RuleText.oneOrList(templates);
  }
}
