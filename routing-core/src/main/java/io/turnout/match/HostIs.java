// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.Request;
import java.util.List;

/**
 * The condition {@code host}.
 *
 * @param said the patterns as the file has them
 * @param patterns the patterns in lower case
 */
public record HostIs(List<String> said, List<String> patterns) implements Condition {

  @Override
  public boolean test(Request request) {
    String host = request.host();
    if (host == null) {
      return false;
    }
    for (int i = 0; i < patterns.size(); i++) {
      if (fits(patterns.get(i), host)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return "host: " + RuleText.oneOrList(said);
  }

  /** Whether a pattern begins with {@code *.} and so stands for hosts below a name. */
  static boolean isWildcard(String pattern) {
    return pattern.startsWith("*.");
  }

  private static boolean fits(String pattern, String host) {
    if (!isWildcard(pattern)) {
      return pattern.equals(host);
    }
    int suffix = pattern.length() - 1;
    int rest = host.length() - suffix;
    return rest > 0
        && host.startsWith(".", rest)
        && host.regionMatches(rest, pattern, 1, suffix)
        && hasFullLabels(host, rest);
  }

  private static boolean hasFullLabels(String host, int to) {
    int start = 0;
    for (int i = 0; i <= to; i++) {
      if (host.charAt(i) == '.') {
        if (i == start) {
          return false;
        }
        start = i + 1;
      }
    }
    return true;
  }
}
