// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;

/**
 * One thing that is wrong with a case.
 *
 * @param what what differs, or why there is no answer
 * @param expected what the fixture expects; missing if that does not matter
 * @param came what the implementation answered; missing if it did not
 * @param replay the lines of the line protocol that lead there, the first to the last
 */
record Failure(String what, JsonNode expected, JsonNode came, List<String> replay) {

  Failure {
    replay = List.copyOf(replay);
  }

  /** There is no answer to compare. */
  static Failure unanswered(String why, List<String> replay) {
    return new Failure(why, MissingNode.getInstance(), MissingNode.getInstance(), replay);
  }

  /** The same for those who do not ask by lines. */
  Failure withoutReplay() {
    return new Failure(what, expected, came, List.of());
  }
}
