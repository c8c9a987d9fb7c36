// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.analyze.Explanation;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteAuthority;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A recorded request, decided again.
 *
 * @param recorded the decision in the record
 * @param replayed the decision now, in the same form
 */
record Replay(Explained explained, JsonNode recorded, JsonNode replayed) {

  private static final List<String> COMPARED =
      List.of(
          "outcome", "cell", "status", "rule", "key", "source", "reason", "detail", "body-read");
  private static final String VERSION = "rules-version";

  static Replay of(ExplanationRecord record, RuleSet rules) {
    Setting setting = record.setting();
    RouteAuthority authority =
        setting.keys() == Setting.Keys.LOOKED_UP ? record.authority() : Setting.somewhere(rules);
    Explanation explanation = setting.explain(rules, record.request(), authority);
    Explained explained = new Explained(record.request(), setting, explanation);
    ObjectNode replayed = new JsonMapper().createObjectNode();
    DecisionJson.write(replayed, explained, Redaction.but(List.of()));
    return new Replay(explained, record.decision(), replayed);
  }

  /** Whether the decision is the same. */
  boolean same() {
    return differences().isEmpty();
  }

  /** Whether the rules are those of the record. */
  boolean sameRules() {
    return recorded.path(VERSION).equals(replayed.path(VERSION));
  }

  /** What differs, a line for each part of the decision. */
  List<String> differences() {
    List<String> lines = new ArrayList<>();
    for (String name : COMPARED) {
      String before = recorded.path(name).asText();
      String now = replayed.path(name).asText();
      if (!before.equals(now)) {
        lines.add(name + ": " + shown(now) + ", recorded " + shown(before));
      }
    }
    stages(lines);
    return lines;
  }

  /** Compares stages but for those of users that are new, who may get another one each time. */
  private void stages(List<String> lines) {
    Set<String> splits = new TreeSet<>();
    recorded.path("splits").fieldNames().forEachRemaining(splits::add);
    replayed.path("splits").fieldNames().forEachRemaining(splits::add);
    for (String split : splits) {
      JsonNode before = recorded.path("splits").path(split);
      JsonNode now = replayed.path("splits").path(split);
      String stage = before.path("stage").asText();
      String other = now.path("stage").asText();
      if (!stage.equals(other) && !(isNew(before) && isNew(now))) {
        lines.add("split " + split + ": " + shown(other) + ", recorded " + shown(stage));
      }
    }
  }

  private static boolean isNew(JsonNode choice) {
    return choice.path("how").asText().equals("new");
  }

  private static String shown(String value) {
    return value.isEmpty() ? "none" : Words.printable(value);
  }

  /** The answer in a few lines. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(same() ? "the same decision" : "another decision");
    text.append(
        sameRules()
            ? " by the same rules\n"
            : " by other rules: version "
                + Words.shortVersion(replayed.path(VERSION).asText())
                + ", recorded "
                + Words.shortVersion(recorded.path(VERSION).asText())
                + "\n");
    differences().forEach(line -> text.append("  ").append(line).append('\n'));
    return text.toString();
  }
}
