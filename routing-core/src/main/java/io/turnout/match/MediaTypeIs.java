// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.Request;
import java.util.List;

/**
 * The condition {@code content-type}.
 *
 * @param said the types as the file has them
 * @param types the types in lower case; {@code /*+} stands for anything before the suffix
 */
public record MediaTypeIs(List<String> said, List<String> types) implements Condition {

  @Override
  public boolean test(Request request) {
    String type = request.mediaType();
    if (type == null) {
      return false;
    }
    for (int i = 0; i < types.size(); i++) {
      if (fits(types.get(i), type)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return "content-type: " + RuleText.oneOrList(said);
  }

  private static boolean fits(String pattern, String type) {
    int star = pattern.indexOf("/*+") + 1;
    if (star == 0) {
      return pattern.equals(type);
    }
    int suffix = pattern.length() - star - 1;
    return type.length() > star + suffix
        && type.regionMatches(0, pattern, 0, star)
        && type.regionMatches(type.length() - suffix, pattern, star + 1, suffix);
  }
}
