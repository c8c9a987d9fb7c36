// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.RequestTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  /** How much literal text stands before and after a capture. */
  private record Lengths(int prefix, int suffix) {
    static Lengths of(SegmentPattern segment) {
      return new Lengths(segment.prefix().length(), segment.suffix().length());
    }
  }

  /** The children by segments with a capture that have literal text of these lengths. */
  private record Captures(int prefix, int suffix, SliceTable<PathNode> children) {}

  private final int first;
  private final int last;
  private final RuleNumbers ends;
  private final RuleNumbers rests;
  private final @Nullable SliceTable<PathNode> literals;
  private final @Nullable PathNode any;
  private final Captures[] captures;

  private PathNode(List<Entry> entries, int depth) {
    List<Integer> ending = new ArrayList<>();
    List<Integer> resting = new ArrayList<>();
    Map<String, List<Entry>> literal = new LinkedHashMap<>();
    List<Entry> bare = new ArrayList<>();
    Map<Lengths, Map<String, List<Entry>>> around = new LinkedHashMap<>();
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
        String key = segment.prefix() + segment.suffix();
        if (segment.literal()) {
          literal.computeIfAbsent(key, text -> new ArrayList<>()).add(entry);
        } else if (key.isEmpty()) {
          bare.add(entry);
        } else {
          around
              .computeIfAbsent(Lengths.of(segment), lengths -> new LinkedHashMap<>())
              .computeIfAbsent(key, text -> new ArrayList<>())
              .add(entry);
        }
      }
    }
    this.first = least;
    this.last = most;
    this.ends = RuleNumbers.of(ending);
    this.rests = RuleNumbers.of(resting);
    this.literals = literal.isEmpty() ? null : table(literal, depth + 1);
    this.any = bare.isEmpty() ? null : new PathNode(bare, depth + 1);
    this.captures = new Captures[around.size()];
    int i = 0;
    for (Map.Entry<Lengths, Map<String, List<Entry>>> group : around.entrySet()) {
      Lengths lengths = group.getKey();
      captures[i++] =
          new Captures(lengths.prefix, lengths.suffix, table(group.getValue(), depth + 1));
    }
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
    char separator = target.separator();
    int end = start;
    int hash = SliceTable.NO_TEXT;
    for (char c; end < target.to() && (c = text.charAt(end)) != separator; end++) {
      hash = SliceTable.hash(hash, c);
    }
    if (literals != null) {
      found = descend(literals.find(hash, text, start, end), target, end, from, found);
    }
    if (any != null && end > start) {
      found = any.next(target, end + 1, from, found);
    }
    for (Captures around : captures) {
      if (end - start > around.prefix + around.suffix) {
        PathNode child = around.children.findAround(text, start, end, around.prefix, around.suffix);
        found = descend(child, target, end, from, found);
      }
    }
    return found;
  }

  private static int descend(
      @Nullable PathNode child, RequestTarget target, int end, int from, int best) {
    return child == null ? best : child.next(target, end + 1, from, best);
  }

  private static SliceTable<PathNode> table(Map<String, List<Entry>> groups, int depth) {
    Map<String, PathNode> nodes = new LinkedHashMap<>();
    groups.forEach((key, entries) -> nodes.put(key, new PathNode(entries, depth)));
    return new SliceTable<>(nodes);
  }
}
