// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.endpoints;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The subsets of a cell's endpoints by the labels that are asked for, as they stood at one moment.
 * Immutable.
 *
 * <p>For each set of label names that was ever asked for it holds one subset for each combination
 * of values that there is, so that asking costs one look-up. The sets of names come from the rules
 * and are few; beyond {@value #MOST_NAMES} the one that came first is forgotten, and found out
 * again if it is asked for.
 */
final class EndpointIndex {

  /** The most sets of label names. */
  static final int MOST_NAMES = 64;

  private final List<Kin> kins;
  private final Set<Set<String>> names;
  private final Subset all;
  private final Map<Map<String, String>, Subset> subsets;

  /** All endpoints with the same labels. */
  record Kin(Map<String, String> labels, List<Endpoint> endpoints) {}

  private EndpointIndex(
      List<Kin> kins,
      Set<Set<String>> names,
      Subset all,
      Map<Map<String, String>, Subset> subsets) {
    this.kins = kins;
    this.names = names;
    this.all = all;
    this.subsets = subsets;
  }

  /** The index of no endpoints. */
  static EndpointIndex empty() {
    return new EndpointIndex(List.of(), Set.of(), Subset.EMPTY, Map.of());
  }

  /** Sorts endpoints by their labels. */
  static List<Kin> kins(Map<Endpoint, Map<String, String>> labels) {
    Map<Map<String, String>, List<Endpoint>> sorted = new HashMap<>();
    labels.forEach(
        (endpoint, some) -> sorted.computeIfAbsent(some, none -> new ArrayList<>()).add(endpoint));
    List<Kin> kins = new ArrayList<>();
    sorted.forEach((some, endpoints) -> kins.add(new Kin(some, List.copyOf(endpoints))));
    return List.copyOf(kins);
  }

  /** The index of other endpoints, or of the same as they stand now. */
  EndpointIndex of(List<Kin> others) {
    Map<Map<String, String>, Subset> found = new HashMap<>();
    names.forEach(some -> find(others, some, found));
    return new EndpointIndex(others, names, Subset.of(together(others)), found);
  }

  /** The same index, which also knows these names; what it knows of others is not found anew. */
  EndpointIndex knowing(Set<String> some) {
    LinkedHashSet<Set<String>> more = new LinkedHashSet<>(names);
    Map<Map<String, String>, Subset> found = new HashMap<>(subsets);
    if (more.add(Set.copyOf(some))) {
      find(kins, some, found);
    }
    if (more.size() > MOST_NAMES) {
      Set<String> first = more.iterator().next();
      more.remove(first);
      found.keySet().removeIf(labels -> labels.keySet().equals(first));
    }
    return new EndpointIndex(kins, more, all, found);
  }

  /** Adds the subset of each combination of values that these names have. */
  private static void find(
      List<Kin> kins, Set<String> some, Map<Map<String, String>, Subset> subsets) {
    Map<Map<String, String>, List<Kin>> found = new HashMap<>();
    for (Kin kin : kins) {
      if (kin.labels().keySet().containsAll(some)) {
        found.computeIfAbsent(only(kin.labels(), some), none -> new ArrayList<>(1)).add(kin);
      }
    }
    found.forEach((labels, having) -> subsets.put(labels, Subset.of(together(having))));
  }

  private static List<Endpoint> together(Collection<Kin> kins) {
    if (kins.size() == 1) {
      return kins.iterator().next().endpoints();
    }
    List<Endpoint> endpoints = new ArrayList<>();
    kins.forEach(kin -> endpoints.addAll(kin.endpoints()));
    return endpoints;
  }

  private static Map<String, String> only(Map<String, String> labels, Set<String> some) {
    if (labels.size() == some.size()) {
      return labels;
    }
    Map<String, String> kept = new HashMap<>();
    some.forEach(name -> kept.put(name, labels.getOrDefault(name, "")));
    return kept;
  }

  /** The endpoints that have all of these labels; null if it cannot tell yet. */
  @Nullable Subset find(Map<String, String> labels) {
    if (labels.isEmpty()) {
      return all;
    }
    Subset found = subsets.get(labels);
    if (found != null) {
      return found;
    }
    return names.contains(labels.keySet()) ? Subset.EMPTY : null;
  }
}
