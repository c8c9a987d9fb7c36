// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.match.Condition;
import io.turnout.match.HeaderFits;
import io.turnout.match.HostIs;
import io.turnout.match.MethodIs;
import io.turnout.match.PathFits;
import io.turnout.match.PathTemplate;
import io.turnout.match.QueryFits;
import io.turnout.match.SegmentPattern;
import io.turnout.match.TextTest;
import io.turnout.match.TextTests;
import java.util.List;

/**
 * Tells quickly of two rules that no request fits the conditions of both; what it does not tell
 * apart has to be looked at.
 */
final class Overlap {

  private Overlap() {}

  /**
   * Whether a request may fit all conditions of both lists, with one value at most for each field
   * and parameter if {@code single}.
   */
  static boolean isPossible(List<Condition> some, List<Condition> others, boolean single) {
    for (int i = 0; i < some.size(); i++) {
      for (int k = 0; k < others.size(); k++) {
        if (excludes(some.get(i), others.get(k), single)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean excludes(Condition one, Condition other, boolean single) {
    if (one instanceof PathFits path) {
      return other instanceof PathFits also && !anyPath(path.templates(), also.templates());
    }
    if (one instanceof MethodIs method) {
      return other instanceof MethodIs also
          && method.names().stream().noneMatch(also.names()::contains);
    }
    if (one instanceof HostIs host) {
      return other instanceof HostIs also && !anyHost(host.patterns(), also.patterns());
    }
    if (single && one instanceof HeaderFits header) {
      return other instanceof HeaderFits also
          && header.name().equals(also.name())
          && differ(header.test(), also.test());
    }
    return single
        && one instanceof QueryFits query
        && other instanceof QueryFits also
        && query.name().equals(also.name())
        && differ(query.test(), also.test());
  }

  private static boolean differ(TextTest one, TextTest other) {
    return one instanceof TextTests.Equal equal
        && other instanceof TextTests.Equal also
        && !equal.equals(also);
  }

  private static boolean anyHost(List<String> some, List<String> others) {
    for (String one : some) {
      for (String other : others) {
        if (isBelow(one, other) || isBelow(other, one)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a host that fits one pattern may fit a wildcard, or both are the same. */
  private static boolean isBelow(String pattern, String wildcard) {
    return pattern.equals(wildcard)
        || wildcard.startsWith("*.") && pattern.endsWith(wildcard.substring(1));
  }

  private static boolean anyPath(List<PathTemplate> some, List<PathTemplate> others) {
    for (int i = 0; i < some.size(); i++) {
      for (int k = 0; k < others.size(); k++) {
        if (mayMeet(some.get(i), others.get(k))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean mayMeet(PathTemplate one, PathTemplate other) {
    List<SegmentPattern> first = one.segments();
    List<SegmentPattern> second = other.segments();
    if (!one.open() && first.size() < second.size()
        || !other.open() && second.size() < first.size()) {
      return false;
    }
    for (int i = 0; i < first.size() && i < second.size(); i++) {
      if (!mayMeet(first.get(i), second.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayMeet(SegmentPattern one, SegmentPattern other) {
    if (one.literal()) {
      return other.fits(one.prefix());
    }
    return !other.literal() || one.fits(other.prefix());
  }
}
