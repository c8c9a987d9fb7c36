// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import io.turnout.request.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An index over the rules of a file: which of them can apply to a request, in file order.
 * Immutable.
 *
 * <p>Rules are sorted by the hosts that they name (a trie over labels, the last one first), and
 * within a host by their path templates (a trie over segments); a rule that names neither can
 * always apply. What the index gives is a candidate, whose conditions are still to be judged; it
 * never passes over a rule that applies, nor one that looks at the path of a malformed request. It
 * allocates nothing, and its cost is that of the request's own labels and segments.
 */
public final class RuleIndex {

  static final int NONE = Integer.MAX_VALUE;

  private final PathIndex anyHost;
  private final RuleNumbers withHost;
  private final HostNode hosts;
  private final RuleNumbers looksAtPath;

  private RuleIndex(
      PathIndex anyHost, RuleNumbers withHost, HostNode hosts, RuleNumbers looksAtPath) {
    this.anyHost = anyHost;
    this.withHost = withHost;
    this.hosts = hosts;
    this.looksAtPath = looksAtPath;
  }

  /** The index of rules in file order; the first one has number 0. */
  public static RuleIndex of(List<IndexedRule> rules) {
    List<PathIndex.Entry> anyHost = new ArrayList<>();
    Map<Set<String>, List<PathIndex.Entry>> byHosts = new LinkedHashMap<>();
    List<Integer> withHost = new ArrayList<>();
    List<Integer> looksAtPath = new ArrayList<>();
    for (int rule = 0; rule < rules.size(); rule++) {
      IndexedRule indexed = rules.get(rule);
      PathIndex.Entry entry = new PathIndex.Entry(rule, templates(indexed));
      List<String> patterns = hostPatterns(indexed);
      if (patterns == null) {
        anyHost.add(entry);
      } else {
        withHost.add(rule);
        byHosts.computeIfAbsent(Set.copyOf(patterns), hosts -> new ArrayList<>()).add(entry);
      }
      if (indexed.looksAtPath()) {
        looksAtPath.add(rule);
      }
    }
    return new RuleIndex(
        PathIndex.of(anyHost),
        RuleNumbers.of(withHost),
        HostNode.of(byPattern(byHosts)),
        RuleNumbers.of(looksAtPath));
  }

  /**
   * The next candidate.
   *
   * @param from the smallest rule number that is asked for
   * @return the smallest number from there on whose rule can apply to the request; -1 if none can
   */
  public int next(Request request, int from) {
    int found = anyHost.next(request, from, NONE);
    if (found > from && withHost.atLeast(from) < found) {
      String host = request.host();
      if (host != null) {
        found = hosts.next(request, host, host.length(), from, found);
      }
    }
    if (found > from) {
      int looking = looksAtPath.atLeast(from);
      if (looking < found && request.target().isMalformed()) {
        found = looking;
      }
    }
    return found == NONE ? -1 : found;
  }

  /**
   * The rules of each pattern. Rules that name the same several hosts share one index, so that a
   * long list of hosts on many rules does not multiply them; all others of a pattern are in one.
   */
  private static Map<String, List<PathIndex>> byPattern(
      Map<Set<String>, List<PathIndex.Entry>> byHosts) {
    Map<String, List<PathIndex>> byPattern = new LinkedHashMap<>();
    Map<String, List<PathIndex.Entry>> own = new LinkedHashMap<>();
    byHosts.forEach(
        (hosts, rules) -> {
          if (hosts.size() > 1 && rules.size() > 1) {
            PathIndex shared = PathIndex.of(rules);
            hosts.forEach(
                host -> byPattern.computeIfAbsent(host, key -> new ArrayList<>()).add(shared));
          } else {
            hosts.forEach(
                host -> own.computeIfAbsent(host, key -> new ArrayList<>()).addAll(rules));
          }
        });
    own.forEach(
        (host, rules) ->
            byPattern.computeIfAbsent(host, key -> new ArrayList<>()).add(PathIndex.of(rules)));
    return byPattern;
  }

  private static @Nullable List<PathTemplate> templates(IndexedRule rule) {
    for (Condition condition : rule.when()) {
      if (condition instanceof PathFits path) {
        return path.templates();
      }
    }
    return null;
  }

  private static @Nullable List<String> hostPatterns(IndexedRule rule) {
    for (Condition condition : rule.when()) {
      if (condition instanceof HostIs host) {
        return host.patterns();
      }
    }
    return null;
  }
}
