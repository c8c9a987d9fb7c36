// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import io.turnout.request.TextDecoder.Form;

/** Splits a query at {@code &}; a piece without {@code =} is a name with an empty value. */
final class QueryParser {

  private QueryParser() {}

  /** The pairs of the query that begins at a position of the target; -1 for none. */
  static Pairs parse(String target, int queryFrom) {
    Pairs pairs = new Pairs(Form.QUERY);
    int from = queryFrom;
    while (from >= 0 && from < target.length()) {
      int ampersand = target.indexOf('&', from);
      int to = ampersand < 0 ? target.length() : ampersand;
      if (from < to) {
        add(pairs, target, from, to);
      }
      from = to + 1;
    }
    return pairs;
  }

  private static void add(Pairs pairs, String target, int from, int to) {
    int nameTo = from;
    boolean plain = true;
    while (nameTo < to && target.charAt(nameTo) != '=') {
      char c = target.charAt(nameTo);
      plain &= c != '%' && c != '+' && c < 0x80;
      nameTo++;
    }
    int valueFrom = Math.min(nameTo + 1, to);
    if (plain) {
      pairs.add(target, from, nameTo, valueFrom, to);
      return;
    }
    String name = TextDecoder.decode(target, from, nameTo, Form.QUERY);
    if (name != null) {
      String text = name + target.substring(valueFrom, to);
      pairs.add(text, 0, name.length(), name.length(), text.length());
    }
  }
}
