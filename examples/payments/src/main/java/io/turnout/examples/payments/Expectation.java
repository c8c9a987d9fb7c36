// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a recorded request must lead to. */
sealed interface Expectation {

  /** Adds what is expected; what is not known is left out. */
  void write(ObjectNode expect);

  /** The cell of a key that the rule found in a source. */
  record CellOfKey(String rule, Route route, String source) implements Expectation {
    @Override
    public void write(ObjectNode expect) {
      expect.put("outcome", "cell").put("cell", route.cell());
      expect.put("rule", rule).put("key", route.key()).put("source", source);
    }
  }

  /** A cell that the request itself names in a source. */
  record CellNamed(String rule, String cell, String source) implements Expectation {
    @Override
    public void write(ObjectNode expect) {
      expect.put("outcome", "cell").put("cell", cell).put("rule", rule).put("source", source);
    }
  }

  /** The cell that a rule names for all its requests. */
  record CellOfRule(String rule, String cell) implements Expectation {
    @Override
    public void write(ObjectNode expect) {
      expect.put("outcome", "cell").put("cell", cell).put("rule", rule);
    }
  }

  /** The cell that a rule names for keys that are not listed. */
  record CellOfUnknown(String rule, String cell, String key, String source) implements Expectation {
    @Override
    public void write(ObjectNode expect) {
      expect.put("outcome", "cell").put("cell", cell).put("reason", "unknown-key");
      expect.put("rule", rule).put("key", key).put("source", source);
    }
  }

  /** A rejection by the rule's own word. */
  record RejectedByRule(String rule, int status) implements Expectation {
    @Override
    public void write(ObjectNode expect) {
      expect.put("outcome", "reject").put("status", status).put("rule", rule);
    }
  }

  /** A rejection because no rule decides. */
  record NoRule() implements Expectation {
    @Override
    public void write(ObjectNode expect) {
      expect.put("outcome", "reject").put("status", 404).put("reason", "no-rule");
    }
  }

  /** A rejection with a reason, at the rule where the search ended. */
  record Rejected(String rule, int status, String reason) implements Expectation {
    @Override
    public void write(ObjectNode expect) {
      expect.put("outcome", "reject").put("status", status).put("reason", reason);
      expect.put("rule", rule);
    }
  }

  /** A rejection because a body cannot be read as far as the rule needs. */
  record Unreadable(String rule, String detail) implements Expectation {
    @Override
    public void write(ObjectNode expect) {
      expect.put("outcome", "reject").put("status", 413).put("reason", "unreadable-body");
      expect.put("detail", detail).put("rule", rule);
    }
  }
}
