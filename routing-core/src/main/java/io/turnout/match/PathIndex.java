// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.Request;
import io.turnout.request.RequestTarget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rules that name the same hosts: those without a path, and a trie of those with one. */
final class PathIndex {

  /**
   * A rule and its templates.
   *
   * @param templates null if the rule names no path
   */
  record Entry(int rule, @Nullable List<PathTemplate> templates) {}

  private final RuleNumbers anyPath;
  private final RuleNumbers withPath;
  private final PathNode paths;

  private PathIndex(RuleNumbers anyPath, RuleNumbers withPath, PathNode paths) {
    this.anyPath = anyPath;
    this.withPath = withPath;
    this.paths = paths;
  }

  static PathIndex of(List<Entry> entries) {
    List<Integer> anyPath = new ArrayList<>();
    List<Integer> withPath = new ArrayList<>();
    List<PathNode.Entry> paths = new ArrayList<>();
    for (Entry entry : entries) {
      List<PathTemplate> templates = entry.templates();
      if (templates == null) {
        anyPath.add(entry.rule());
      } else {
        withPath.add(entry.rule());
        templates.forEach(template -> paths.add(new PathNode.Entry(entry.rule(), template)));
      }
    }
    return new PathIndex(RuleNumbers.of(anyPath), RuleNumbers.of(withPath), PathNode.of(paths, 0));
  }

  /** The smallest rule number in it; {@link RuleIndex#NONE} if it is empty. */
  int first() {
    return Math.min(anyPath.first(), withPath.first());
  }

  /** The greatest rule number in it; -1 if it is empty. */
  int last() {
    return Math.max(anyPath.last(), withPath.last());
  }

  /** The smallest candidate from a number on, if it is below {@code best}; else {@code best}. */
  int next(Request request, int from, int best) {
    int found = Math.min(best, anyPath.atLeast(from));
    if (found > from && withPath.atLeast(from) < found) {
      RequestTarget target = request.target();
      if (target.hasPath()) {
        found = paths.next(target, target.from(), from, found);
      }
    }
    return found;
  }
}
