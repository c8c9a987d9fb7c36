// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.match.Condition;
import io.turnout.match.HeaderFits;
import io.turnout.match.HostIs;
import io.turnout.match.MediaTypeIs;
import io.turnout.match.PathFits;
import io.turnout.plan.PlannedRule;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which pairs of a rule of an old file and one of a new file can be where a request ends that is
 * decided differently.
 *
 * <p>A rule is unchanged if both files have it under one name and it says the same in both. A
 * request that ends at an unchanged rule in one file ends at it in the other, too, unless an
 * earlier rule ends its way there. So it never ends at a later one.
 */
final class RulePairs {

  private static final int NONE = -1;

  private final Program before;
  private final Program after;

  /** For each rule of the old file, the number of the same in the new one; -1 if it is changed. */
  private final int[] same;

  /** For each rule of the new file, the number of the same in the old one; -1 if it is changed. */
  private final int[] sameBefore;

  RulePairs(Program before, Program after) {
    this.before = before;
    this.after = after;
    same = IntStream.range(0, before.size()).map(this::sameAs).toArray();
    sameBefore = new int[after.size()];
    Arrays.fill(sameBefore, NONE);
    for (int old = 0; old < same.length; old++) {
      if (same[old] != NONE) {
        sameBefore[same[old]] = old;
      }
    }
  }

  /**
   * Whether a request can end at the one rule before and at the other after, and is of interest.
   */
  boolean mayChange(int old, int now) {
    boolean endsBefore = old < before.size() && same[old] != NONE && same[old] <= now;
    boolean cameBefore = oldNumber(now) != NONE && oldNumber(now) <= old;
    return !endsBefore && !cameBefore && (old < before.size() || now < after.size());
  }

  /** Whether a rule of the old file stands, unchanged, before a number in the new one. */
  boolean isKeptBefore(int old, int limit) {
    return old < before.size() && same[old] != NONE && same[old] < limit;
  }

  /** The number that a rule of the new file has in the old one, unchanged; -1 if it is none. */
  int oldNumber(int now) {
    return now < after.size() ? sameBefore[now] : NONE;
  }

  private int sameAs(int old) {
    int now = after.number(before.rule(old).name());
    return now != NONE && isSame(before.rule(old), after.rule(now), readsBody(old)) ? now : NONE;
  }

  private boolean readsBody(int old) {
    return before.yields(old).stream().anyMatch(yield -> yield.dimension().equals(Dimension.BODY));
  }

  private boolean isSame(PlannedRule old, PlannedRule now, boolean readsBody) {
    boolean sameDepth = before.plan().bodyDepth() == after.plan().bodyDepth();
    return (sameDepth || !readsBody)
        && old.effect().equals(now.effect())
        && areSame(old.when(), now.when())
        && areSame(old.unless(), now.unless());
  }

  /** Whether the conditions of two lists are the same, one by one. */
  static boolean areSame(List<Condition> some, List<Condition> others) {
    return some.size() == others.size()
        && IntStream.range(0, some.size()).allMatch(i -> areSame(some.get(i), others.get(i)));
  }

  /** Whether two conditions are the same but for the case of letters that does not matter. */
  private static boolean areSame(Condition one, Condition other) {
    if (one instanceof HeaderFits header && other instanceof HeaderFits also) {
      return header.name().equals(also.name()) && header.test().equals(also.test());
    }
    if (one instanceof HostIs host && other instanceof HostIs also) {
      return host.patterns().equals(also.patterns());
    }
    if (one instanceof MediaTypeIs type && other instanceof MediaTypeIs also) {
      return type.types().equals(also.types());
    }
    return one.equals(other);
  }

  /** The number of the first rule that looks at the path; the number of rules if none does. */
  static int firstOnPath(Program program) {
    return IntStream.range(0, program.size())
        .filter(
            rule ->
                program.rule(rule).when().stream().anyMatch(PathFits.class::isInstance)
                    || program.rule(rule).unless().stream().anyMatch(PathFits.class::isInstance))
        .findFirst()
        .orElse(program.size());
  }
}
