// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.analyze.RuleCost;
import io.turnout.cli.terminal.Ink;
import io.turnout.cli.terminal.Json;
import io.turnout.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What the rules of a file cost, for people and for programs. */
record CostReport(RuleCost cost, String version) {

  private static final int WIDTH = 110;
  private static final int NAME_WIDTH = 28;
  private static final String ROW = "%-" + NAME_WIDTH + "s %7s %8s %5s  %s";

  /** Which rules are listed. */
  enum Listed {
    /** Those that cost something. */
    COSTLY,
    /** All. */
    ALL
  }

  String text(Terminal terminal, Listed listed) {
    List<RuleCost.Cost> costs = new ArrayList<>(cost.costs());
    if (listed == Listed.COSTLY) {
      costs.removeIf(RuleCost.Cost::isNothing);
    }
    costs.sort(
        Comparator.comparingLong(RuleCost.Cost::bodyBytes)
            .thenComparingInt(RuleCost.Cost::tokensVerified)
            .thenComparingInt(RuleCost.Cost::tokensRead)
            .thenComparingInt(RuleCost.Cost::expressions)
            .reversed());
    StringBuilder text = new StringBuilder();
    if (!costs.isEmpty()) {
      String head = row("RULE", "BODY", "TOKENS", "REGEX", "WHO PAYS");
      text.append(terminal.paint(Ink.BOLD, head)).append('\n');
      costs.forEach(one -> text.append(row(one)).append('\n'));
      text.append('\n');
    }
    return text.append(sum()).toString();
  }

  private static String row(RuleCost.Cost cost) {
    return row(
        Words.printable(cost.rule()),
        cost.bodyBytes() == 0 ? "-" : Words.size(cost.bodyBytes()),
        tokens(cost),
        cost.expressions() == 0 ? "-" : Words.number(cost.expressions()),
        Words.printable(cost.payers().toString()));
  }

  private static String tokens(RuleCost.Cost cost) {
    if (cost.tokensRead() == 0) {
      return "-";
    }
    return cost.tokensVerified() == 0
        ? cost.tokensRead() + " read"
        : cost.tokensVerified() + " verify";
  }

  private static String row(
      String rule, String body, String tokens, String expressions, String payers) {
    String line =
        String.format(
            Locale.ROOT, ROW, Words.within(rule, NAME_WIDTH), body, tokens, expressions, payers);
    return Words.within(line, WIDTH);
  }

  private String sum() {
    long nothing = cost.costs().stream().filter(RuleCost.Cost::isNothing).count();
    int expressions = cost.costs().stream().mapToInt(RuleCost.Cost::expressions).sum();
    long body = cost.costs().stream().mapToLong(RuleCost.Cost::bodyBytes).max().orElse(0);
    return Words.counted(cost.costs().size(), "rule")
        + ", of which "
        + Words.number(nothing)
        + " look at the head alone and run no expression.\n"
        + "A request that came past every rule: "
        + Words.counted(expressions, "expression")
        + " at most, "
        + (body == 0 ? "no body read" : "its body read once, up to " + Words.size(body))
        + ".\n";
  }

  String json() throws JsonProcessingException {
    JsonMapper mapper = Json.mapper();
    ObjectNode root = mapper.createObjectNode().put("version", version);
    ArrayNode rules = root.putArray("rules");
    for (RuleCost.Cost one : cost.costs()) {
      ObjectNode node =
          rules
              .addObject()
              .put("rule", one.rule())
              .put("waits-for-body", one.bodyBytes() > 0)
              .put("body-bytes", one.bodyBytes())
              .put("tokens-read", one.tokensRead())
              .put("tokens-verified", one.tokensVerified())
              .put("expressions", one.expressions());
      one.payers().when().forEach(node.putArray("when")::add);
      one.payers().unless().forEach(node.putArray("unless")::add);
    }
    return mapper.writeValueAsString(root);
  }
}
