// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import java.util.Map;
import java.util.stream.Collectors;

/** Whether a gateway is well. Thread-safe. */
final class Vitals {

  private final Routing routing;
  private volatile boolean stopping;

  Vitals(Routing routing) {
    this.routing = routing;
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
            + "\",\"rules-version\":\""
            + routing.rulesVersion()
            + "\",\"rules\":\""
            + routing.rulesWord()
            + "\",\"routes\":\""
            + routing.routesWord()
            + "\""
            + circuits()
            + "}");
  }

  /** The layers, as a further member; nothing where there are none. */
  private String circuits() {
    Map<String, String> words = routing.layerWords();
    return words.isEmpty()
        ? ""
        : words.entrySet().stream()
            .map(layer -> "\"" + layer.getKey() + "\":\"" + layer.getValue() + "\"")
            .collect(Collectors.joining(",", ",\"layers\":{", "}"));
  }

  private boolean isServing() {
    return !stopping && routing.hasRoutes();
  }

  private String status() {
    if (stopping) {
      return "stopping";
    }
    return routing.hasRoutes() ? "ok" : "no-routes";
  }
}
