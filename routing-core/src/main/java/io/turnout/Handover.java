// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.protocol.FieldReading;
import io.turnout.protocol.HeaderField;
import io.turnout.protocol.RouteAnnouncement;
import io.turnout.protocol.TurnoutHeaders;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A request that is handed to the authority tier: what is to be said with it, and what its answer
 * teaches. Made by {@link CellRouter#handOver} right before the request is sent, since what the
 * answer teaches counts from then. Thread-safe.
 */
public final class Handover {

  private static final String ROUTE = "turnout-route";
  private static final String AGE = "age";

  private final List<HeaderField> fields;
  private final Consumer<FieldReading<List<RouteAnnouncement>>> lesson;

  Handover(List<HeaderField> fields, Consumer<FieldReading<List<RouteAnnouncement>>> lesson) {
    this.fields = List.copyOf(fields);
    this.lesson = lesson;
  }

  /**
   * The fields to put into the request, once every Turnout field that it came with is taken off.
   * Each takes the place of all lines of its name: the signature fields hold what the request has
   * of them already, where that can be kept.
   */
  public List<HeaderField> fields() {
    return fields;
  }

  /**
   * Takes over what the authority's answer teaches. Call it only with the answer of the configured
   * authority, whatever its status. An answer with {@code Age} teaches nothing, and a field that
   * cannot be read is ignored as a whole.
   *
   * @param answer gives the lines of a field of the answer by its name in lower case; none if it is
   *     not there
   */
  public void learn(Function<String, List<String>> answer) {
    List<String> lines = answer.apply(ROUTE);
    if (!lines.isEmpty() && answer.apply(AGE).isEmpty()) {
      lesson.accept(TurnoutHeaders.readRoutes(lines));
    }
  }
}
