// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.turnout.decision.RouteDecision;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What reached the handler behind of one request. */
final class Arrived {

  final String line;
  final List<String> fields = new ArrayList<>();
  final List<String> trailers = new ArrayList<>();
  private final StringBuilder body = new StringBuilder();

  Arrived(CharSequence method, CharSequence target, @Nullable RouteDecision decision) {
    String where =
        decision == null ? "nowhere" : decision.cell().orElseGet(() -> decision.outcome().text());
    line = method + " " + target + " > " + where;
  }

  void add(String piece) {
    body.append(piece);
  }

  String body() {
    return body.toString();
  }
}
