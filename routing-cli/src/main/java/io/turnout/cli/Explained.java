// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.analyze.Explanation;
import io.turnout.decision.RouteDecision;
import java.util.ArrayList;
import java.util.List;

/** A request, where it was decided, and how. */
record Explained(GivenRequest request, Setting setting, Explanation explanation) {

  RouteDecision decision() {
    return explanation.decision();
  }

  /** The values that are never shown: secrets of the request, and what came of them. */
  List<String> secrets() {
    List<String> secrets = new ArrayList<>(request.secrets());
    for (Explanation.Step step : explanation.steps()) {
      for (Explanation.Reading reading : step.sources()) {
        if (reading.value().filter(request.secrets()::contains).isPresent()) {
          reading.passages().forEach(passage -> passage.result().ifPresent(secrets::add));
        }
      }
    }
    return secrets;
  }

  /** Whether it ended with a key that nobody was asked about. */
  boolean leftAtTheKey() {
    return setting.keys() == Setting.Keys.FOUND_ONLY && decision().key().isPresent();
  }
}
