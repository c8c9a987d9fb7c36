// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import java.util.Optional;

/**
 * Hears what other routers say, for metrics. It is called in the path of requests, on the threads
 * that do the work: it must be thread-safe and quick. What it throws is dropped.
 */
public interface ProtocolListener {

  /**
   * What another router said was ignored, a field as a whole, or a route of a cell that is not
   * there. It is told neither what the field held nor of whom: that may be personal data.
   *
   * @param field the name of the field, {@code Turnout-Key}
   * @param mistake what is wrong with it
   */
  default void onIgnored(String field, FieldMistake mistake) {}

  /**
   * A proven router handed a request on to this one.
   *
   * @param edge the name of its edge in the rule file
   * @param reason why, in the words of {@code Turnout-Reason}; it may be one that this version does
   *     not know; empty if it does not say
   */
  default void onHandedOn(String edge, Optional<String> reason) {}

  /**
   * The key that a proven router handed on was not taken: its rules are others, or by the rules
   * here it could not have found that key. The request is decided from the start.
   *
   * @param edge the name of its edge in the rule file
   */
  default void onKeyNotTaken(String edge) {}
}
