// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.SplitCounters;
import io.turnout.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether a gateway is well. Thread-safe. */
final class Vitals {

  private final Routing routing;
  private final Fleet fleet;
  private final Tier tier;
  private final Optional<OriginStates> authority;
  private volatile boolean stopping;

  /**
   * Makes the vitals of a gateway.
   *
   * @param fleet the endpoints of all cells
   * @param authority which origins of the authority tier can be used; empty if there is no such
   *     tier behind this one
   */
  Vitals(Routing routing, Fleet fleet, Tier tier, Optional<OriginStates> authority) {
    this.routing = routing;
    this.fleet = fleet;
    this.tier = tier;
    this.authority = authority;
  }

  /** From now on it is not. */
  void stopping() {
    stopping = true;
  }

  /** What anybody may see. */
  Health.Report brief() {
    return new Health.Report(isServing(), "{\"status\":\"" + status() + "\"}");
  }

  /** What those may see who reach the health endpoint's own port. */
  Health.Report full() {
    return new Health.Report(
        isServing(),
        "{\"status\":\""
            + status()
            + "\",\"tier\":\""
            + tier.name().toLowerCase(Locale.ROOT)
            + "\",\"rules-version\":\""
            + routing.rulesVersion()
            + "\",\"rules\":\""
            + routing.rulesWord()
            + "\",\"routes\":\""
            + routing.routesWord()
            + "\""
            + member("authority-tier", authority.map(OriginStates::words).orElse(Map.of()))
            + member("layers", routing.layerWords())
            + cells()
            + splits()
            + member("endpoints-files", fleet.fileWords())
            + "}");
  }

  private String cells() {
    String words = fleet.words();
    return words.isEmpty() ? "" : ",\"cells\":{" + words + "}";
  }

  /** The counts of each stage of each split, by how it was chosen; nothing where there are none. */
  private String splits() {
    Map<String, Map<String, List<String>>> all = new TreeMap<>();
    for (SplitCounters.Count count : routing.splits()) {
      all.computeIfAbsent(count.split(), split -> new TreeMap<>())
          .computeIfAbsent(count.stage(), stage -> new ArrayList<>())
          .add("\"" + count.how().text() + "\":" + count.requests());
    }
    return all.isEmpty()
        ? ""
        : ",\"splits\":" + object(all, stages -> object(stages, Vitals::object));
  }

  private static <T> String object(Map<String, T> members, Function<T, String> value) {
    return object(
        members.entrySet().stream()
            .map(one -> "\"" + one.getKey() + "\":" + value.apply(one.getValue()))
            .toList());
  }

  private static String object(List<String> members) {
    return "{" + String.join(",", members) + "}";
  }

  /** Some words, as a further member; nothing where there are none. */
  private static String member(String name, Map<String, String> words) {
    return words.isEmpty()
        ? ""
        : words.entrySet().stream()
            .map(one -> "\"" + one.getKey() + "\":\"" + one.getValue() + "\"")
            .collect(Collectors.joining(",", ",\"" + name + "\":{", "}"));
  }

  private boolean isServing() {
    return !stopping && canServe();
  }

  /** Whether keys can be routed, or requests be handed on to somebody who can, or could be once. */
  private boolean canServe() {
    return routing.hasRoutes() || authority.filter(OriginStates::wasEverWell).isPresent();
  }

  private String status() {
    if (stopping) {
      return "stopping";
    }
    return canServe() ? "ok" : "no-routes";
  }
}
