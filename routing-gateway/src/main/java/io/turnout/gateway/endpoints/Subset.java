// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.endpoints;

import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints that have some labels, and those of them that get requests: all that are well and
 * not ejected, as long as these are at least half; otherwise every one. Immutable.
 */
final class Subset {

  static final Subset EMPTY = new Subset(new Endpoint[0]);

  private final Endpoint[] usable;

  private Subset(Endpoint[] usable) {
    this.usable = usable;
  }

  /** The subset of these endpoints, as they stood when changes were last applied. */
  static Subset of(List<Endpoint> members) {
    int used = 0;
    for (Endpoint member : members) {
      if (member.applied() == Endpoint.Standing.USED) {
        used++;
      }
    }
    boolean all = 2 * used < members.size() || used == members.size();
    Endpoint[] usable = new Endpoint[all ? members.size() : used];
    int next = 0;
    for (Endpoint member : members) {
      if (all || member.applied() == Endpoint.Standing.USED) {
        usable[next++] = member;
      }
    }
    return new Subset(usable);
  }

  boolean isEmpty() {
    return usable.length == 0;
  }

  /** How many get requests. */
  int size() {
    return usable.length;
  }

  /**
   * The one with fewer requests of two that were drawn.
   *
   * @param random a number from 0 to below its argument
   * @param tried those that are not to be chosen
   * @return null if there is none
   */
  @Nullable Endpoint choose(IntUnaryOperator random, Set<Endpoint> tried) {
    int count = usable.length;
    if (!tried.isEmpty()) {
      return count == 0 ? null : chooseUntried(random.applyAsInt(count), tried);
    }
    if (count <= 1) {
      return count == 0 ? null : usable[0];
    }
    int one = random.applyAsInt(count);
    int other = random.applyAsInt(count - 1);
    return lesser(usable[one], usable[other < one ? other : other + 1]);
  }

  private @Nullable Endpoint chooseUntried(int start, Set<Endpoint> tried) {
    Endpoint found = null;
    for (int i = 0; i < usable.length; i++) {
      Endpoint next = usable[(start + i) % usable.length];
      if (!tried.contains(next)) {
        if (found != null) {
          return lesser(found, next);
        }
        found = next;
      }
    }
    return found;
  }

  private static Endpoint lesser(Endpoint one, Endpoint other) {
    return other.inFlight() < one.inFlight() ? other : one;
  }
}
