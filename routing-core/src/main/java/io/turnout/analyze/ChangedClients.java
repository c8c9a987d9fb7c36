// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.client.ClientIdentifier;
import io.turnout.client.Edge;
import io.turnout.client.TagRule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What two files do not have in common of what says who is asking.
 *
 * @param edges the names of edges
 * @param tags the names of tags, those of edges aside
 */
record ChangedClients(Set<String> edges, Set<String> tags) {

  /** Nothing. */
  static final ChangedClients NONE = new ChangedClients(Set.of(), Set.of());

  static ChangedClients between(ClientIdentifier before, ClientIdentifier after) {
    return new ChangedClients(
        names(before.edges(), after.edges(), Edge::name),
        names(before.tags(), after.tags(), TagRule::name));
  }

  private static <T> Set<String> names(List<T> old, List<T> now, Function<T, String> name) {
    Set<T> different = new HashSet<>(old);
    Set<T> added = new HashSet<>(now);
    different.removeAll(new HashSet<>(now));
    added.removeAll(new HashSet<>(old));
    different.addAll(added);
    Set<String> names = new HashSet<>();
    different.forEach(thing -> names.add(name.apply(thing)));
    return names;
  }

  /**
   * Whether a tag may be on other requests than before. An edge that changes may name other
   * addresses, by which any tag may go.
   */
  boolean mayMove(String tag) {
    return tags.contains(tag) || !edges.isEmpty();
  }
}
