// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.RequestTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A node of the trie over path segments: what is left of templates that share their beginning.
 *
 * <p>Segments with a capture are told apart by the literal text around it, not by the regex within:
 * those of one prefix length and one suffix length share a table. A subtree none of whose rules is
 * in question is not entered.
 */
final class PathNode {

  /** A rule and one of its templates. */
  record Entry(int rule, PathTemplate template) {}

  private record Lengths(int prefix, int suffix) {}

  private record Captures(Lengths lengths, SliceTable<PathNode> children) {}

  private final int first;
  private final int last;
  private final RuleNumbers ends;
  private final RuleNumbers rests;
  private final SliceTable<PathNode> literals;
  private final List<Captures> captures;

  private PathNode(List<Entry> entries, int depth) {
    List<Integer> ending = new ArrayList<>();
    List<Integer> resting = new ArrayList<>();
    Map<String, List<Entry>> literal = new LinkedHashMap<>();
    Map<Lengths, Map<String, List<Entry>>> capturing = new LinkedHashMap<>();
    int least = RuleIndex.NONE;
    int most = -1;
    for (Entry entry : entries) {
      least = Math.min(least, entry.rule());
      most = Math.max(most, entry.rule());
      PathTemplate template = entry.template();
      if (template.segments().size() == depth) {
        (template.open() ? resting : ending).add(entry.rule());
      } else {
        SegmentPattern segment = template.segments().get(depth);
        Lengths lengths = new Lengths(segment.prefix().length(), segment.suffix().length());
        Map<String, List<Entry>> group =
            segment.literal()
                ? literal
                : capturing.computeIfAbsent(lengths, key -> new LinkedHashMap<>());
        String key = segment.prefix() + segment.suffix();
        group.computeIfAbsent(key, text -> new ArrayList<>()).add(entry);
      }
    }
    this.first = least;
    this.last = most;
    this.ends = RuleNumbers.of(ending);
    this.rests = RuleNumbers.of(resting);
    this.literals = table(literal, depth + 1);
    this.captures =
        capturing.entrySet().stream()
            .map(group -> new Captures(group.getKey(), table(group.getValue(), depth + 1)))
            .toList();
  }

  /** The node of templates that are alike in their first {@code depth} segments. */
  static PathNode of(List<Entry> entries, int depth) {
    return new PathNode(entries, depth);
  }

  /**
   * The smallest candidate from a number on, if it is below {@code best}; else {@code best}.
   *
   * @param start where the next segment begins; beyond the path's end if there is none
   */
  int next(RequestTarget target, int start, int from, int best) {
    if (last < from || first >= best) {
      return best;
    }
    int found = Math.min(best, rests.atLeast(from));
    if (start > target.to()) {
      return Math.min(found, ends.atLeast(from));
    }
    String text = target.text();
    int end = target.segmentEnd(start);
    PathNode child = literals.find(text, start, end);
    if (child != null) {
      found = child.next(target, end + 1, from, found);
    }
    for (int i = 0; i < captures.size(); i++) {
      Lengths around = captures.get(i).lengths();
      if (end - start > around.prefix() + around.suffix()) {
        child =
            captures
                .get(i)
                .children()
                .find(text, start, start + around.prefix(), end - around.suffix(), end);
        if (child != null) {
          found = child.next(target, end + 1, from, found);
        }
      }
    }
    return found;
  }

  private static SliceTable<PathNode> table(Map<String, List<Entry>> groups, int depth) {
    Map<String, PathNode> nodes = new LinkedHashMap<>();
    groups.forEach((key, entries) -> nodes.put(key, new PathNode(entries, depth)));
    return new SliceTable<>(nodes);
  }
}
