// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A node of the trie over host labels, the last label first: what is left of patterns that share
 * their end. A subtree none of whose rules is in question is not entered.
 */
final class HostNode {

  /** What is left of a pattern: its name up to {@code end}, or nothing where that is -1. */
  private record Rest(String name, int end, boolean wildcard, List<PathIndex> rules) {}

  private final int first;
  private final int last;
  private final PathIndex[] exact;
  private final PathIndex[] below;
  private final SliceTable<HostNode> children;

  private HostNode(List<Rest> rests) {
    List<PathIndex> exactRules = new ArrayList<>();
    List<PathIndex> belowRules = new ArrayList<>();
    Map<String, List<Rest>> byLabel = new LinkedHashMap<>();
    int least = RuleIndex.NONE;
    int most = -1;
    for (Rest rest : rests) {
      for (PathIndex rules : rest.rules()) {
        least = Math.min(least, rules.first());
        most = Math.max(most, rules.last());
      }
      if (rest.end() < 0) {
        (rest.wildcard() ? belowRules : exactRules).addAll(rest.rules());
      } else {
        int label = labelStart(rest.name(), rest.end());
        byLabel
            .computeIfAbsent(rest.name().substring(label, rest.end()), key -> new ArrayList<>())
            .add(new Rest(rest.name(), label - 1, rest.wildcard(), rest.rules()));
      }
    }
    Map<String, HostNode> nodes = new LinkedHashMap<>();
    byLabel.forEach((label, inner) -> nodes.put(label, new HostNode(inner)));
    this.first = least;
    this.last = most;
    this.exact = exactRules.toArray(PathIndex[]::new);
    this.below = belowRules.toArray(PathIndex[]::new);
    this.children = new SliceTable<>(nodes);
  }

  /** The root over patterns in lower case, each with the rules that name it. */
  static HostNode of(Map<String, List<PathIndex>> byPattern) {
    List<Rest> rests = new ArrayList<>();
    byPattern.forEach(
        (pattern, rules) -> {
          boolean wildcard = HostIs.isWildcard(pattern);
          String name = wildcard ? pattern.substring(2) : pattern;
          rests.add(new Rest(name, name.length(), wildcard, rules));
        });
    return new HostNode(rests);
  }

  /**
   * The smallest candidate from a number on, if it is below {@code best}; else {@code best}.
   *
   * @param end where what is left of the host ends; -1 if nothing is left
   */
  int next(Request request, String host, int end, int from, int best) {
    if (last < from || first >= best) {
      return best;
    }
    if (end < 0) {
      return next(exact, request, from, best);
    }
    int found = end > 0 ? next(below, request, from, best) : best;
    int label = labelStart(host, end);
    int hash = SliceTable.hash(SliceTable.NO_TEXT, host, label, end);
    HostNode child = children.find(hash, host, label, end);
    return child == null ? found : child.next(request, host, label - 1, from, found);
  }

  private static int next(PathIndex[] groups, Request request, int from, int best) {
    int found = best;
    for (PathIndex group : groups) {
      found = group.next(request, from, found);
    }
    return found;
  }

  private static int labelStart(String name, int end) {
    return name.lastIndexOf('.', end - 1) + 1;
  }
}
