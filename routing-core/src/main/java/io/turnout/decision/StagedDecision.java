// SPDX-License-Identifier: Apache-2.0
package io.turnout.decision;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A decision of a request that splits concern. */
final class StagedDecision extends RouteDecision {

  private final List<StageChoice> stages;

  StagedDecision(RouteDecision decision, List<StageChoice> stages) {
    super(decision);
    this.stages = List.copyOf(stages);
  }

  @Override
  public RouteDecision staged(List<StageChoice> chosen) {
    return new StagedDecision(this, chosen);
  }

  @Override
  public List<StageChoice> stages() {
    return stages;
  }

  @Override
  public Map<String, String> labels() {
    if (stages.size() == 1) {
      return stages.get(0).labels();
    }
    Map<String, String> labels = new LinkedHashMap<>();
    stages.forEach(choice -> labels.putAll(choice.labels()));
    return labels;
  }

  @Override
  public List<String> setCookies() {
    return stages.stream().map(StageChoice::cookie).flatMap(Optional::stream).toList();
  }
}
