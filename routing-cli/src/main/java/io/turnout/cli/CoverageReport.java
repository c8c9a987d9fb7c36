// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.analyze.RouteDeciders;
import io.turnout.cli.terminal.Json;
import io.turnout.rules.RuleSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which rules decide which operations, for people and for programs. */
record CoverageReport(List<Covered> operations) {

  private static final int WIDTH = 100;

  /** An operation and the rules that decide it. */
  record Covered(OpenApi.Operation operation, RouteDeciders.Answer answer) {

    /** What stands for it in the report. */
    String name() {
      return operation.method()
          + " "
          + operation.host().map(host -> "//" + host).orElse("")
          + operation.path();
    }

    boolean isDecidedByNone() {
      return answer.deciders().isEmpty();
    }
  }

  /** Whether requests are shown. */
  enum Examples {
    /** One for each rule. */
    SHOWN,
    /** None. */
    LEFT_OUT
  }

  /** Asks about each operation; the order is that of path, method and host. */
  static CoverageReport of(RuleSet rules, List<OpenApi.Operation> operations) {
    RouteDeciders deciders = RouteDeciders.of(rules);
    List<Covered> covered = new ArrayList<>();
    for (OpenApi.Operation one : operations) {
      RouteDeciders atHost = one.host().map(deciders::withHost).orElse(deciders);
      covered.add(new Covered(one, atHost.deciding(one.method(), one.template())));
    }
    covered.sort(
        Comparator.comparing((Covered one) -> one.operation().path()).thenComparing(Covered::name));
    return new CoverageReport(List.copyOf(covered));
  }

  String text(Examples examples) {
    StringBuilder text = new StringBuilder();
    for (Covered one : operations) {
      text.append(Words.printable(one.name())).append('\n');
      for (RouteDeciders.Decider decider : one.answer().deciders()) {
        line(text, Words.of(decider.part()), decider.rule());
        if (examples == Examples.SHOWN) {
          decider.example().ifPresent(request -> line(text, "", ExampleLine.of(request)));
        }
      }
      if (one.answer().noRulePossible()) {
        line(text, one.isDecidedByNone() ? "always" : "sometimes", "(no rule)");
        if (examples == Examples.SHOWN) {
          one.answer().noRule().ifPresent(request -> line(text, "", ExampleLine.of(request)));
        }
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String part, String what) {
    String padded = part + " ".repeat("sometimes".length() - part.length());
    text.append("  ").append(padded).append(' ').append(Words.within(Words.printable(what), WIDTH));
    text.append('\n');
  }

  /** How many operations are decided by whom. */
  String sum() {
    long none = operations.stream().filter(Covered::isDecidedByNone).count();
    long open =
        operations.stream()
            .filter(one -> one.answer().noRulePossible() && !one.isDecidedByNone())
            .count();
    return Words.counted(operations.size(), "operation")
        + ": "
        + (operations.size() - none - open)
        + " always decided by a rule, "
        + open
        + " sometimes, "
        + none
        + " by none";
  }

  String json() throws JsonProcessingException {
    JsonMapper mapper = Json.mapper();
    ObjectNode root = mapper.createObjectNode();
    ArrayNode all = root.putArray("operations");
    for (Covered one : operations) {
      ObjectNode node = all.addObject();
      node.put("method", one.operation().method()).put("path", one.operation().path());
      one.operation().host().ifPresent(host -> node.put("host", host));
      ArrayNode rules = node.putArray("rules");
      for (RouteDeciders.Decider decider : one.answer().deciders()) {
        ObjectNode rule = rules.addObject().put("rule", decider.rule());
        rule.put("part", Words.of(decider.part()));
        decider
            .example()
            .ifPresent(example -> DiffJson.example(rule.putObject("example"), example));
      }
      node.put("no-rule-possible", one.answer().noRulePossible());
    }
    return mapper.writeValueAsString(root);
  }
}
