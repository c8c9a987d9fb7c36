// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.analyze.SplitChange;
import io.turnout.analyze.SplitChange.Listed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What becomes of a split, and of the listed IDs.
 *
 * @param ids what becomes of those; empty if none were listed, or none of them counts any more
 */
record PlannedSplit(SplitChange change, Optional<Ids> ids) {

  /**
   * What becomes of the listed IDs.
   *
   * @param listed how many there are
   * @param counts how many of them go from each stage to each other, most first
   * @param going those that go, in the order of the list
   */
  record Ids(int listed, List<Count> counts, List<Listed> going) {}

  /**
   * How many of the listed IDs go from one stage to another.
   *
   * @param from empty if the old file does not have the split
   * @param to empty if the new file does not have it
   */
  record Count(Optional<String> from, Optional<String> to, int count) {}

  private record Way(Optional<String> from, Optional<String> to) {}

  static PlannedSplit of(SplitChange change, Optional<Set<String>> listed) {
    boolean count = change.draw() != SplitChange.Draw.NEW_IDS;
    return new PlannedSplit(change, listed.filter(any -> count).map(ids -> ids(change, ids)));
  }

  private static Ids ids(SplitChange change, Set<String> listed) {
    List<Listed> going = new ArrayList<>();
    Map<Way, Integer> ways = new LinkedHashMap<>();
    for (String id : listed) {
      Listed one = change.of(id);
      if (!one.before().equals(one.after())) {
        going.add(one);
        ways.merge(new Way(one.before(), one.after()), 1, Integer::sum);
      }
    }
    List<Count> counts = new ArrayList<>();
    ways.forEach((way, count) -> counts.add(new Count(way.from(), way.to(), count)));
    counts.sort(Comparator.comparingInt(Count::count).reversed());
    return new Ids(listed.size(), List.copyOf(counts), List.copyOf(going));
  }
}
