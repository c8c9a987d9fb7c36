// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.util.List;

/**
 * One thing that is wrong with a case.
 *
 * @param what what differs, or why there is no answer
 * @param expected what the fixture expects, as JSON
 * @param came what the implementation answered, as JSON; empty if it did not
 * @param replay the lines of the line protocol that lead there, the first to the last
 */
record Failure(String what, String expected, String came, List<String> replay) {

  Failure {
    replay = List.copyOf(replay);
  }
}
