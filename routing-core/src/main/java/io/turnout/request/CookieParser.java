// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import io.turnout.request.TextDecoder.Form;

/**
 * Reads every {@code Cookie} field as one list of RFC 6265's cookie-pairs.
 *
 * <p>Pieces are parted by {@code ;}, white space around them is taken off, and a piece that is not
 * exactly a cookie-pair is ignored.
 */
final class CookieParser {

  private CookieParser() {}

  static Pairs parse(RequestHead head) {
    Pairs pairs = new Pairs(Form.PLAIN);
    String line;
    for (int i = 0; (line = head.header("cookie", i)) != null; i++) {
      int from = 0;
      while (from < line.length()) {
        int semicolon = line.indexOf(';', from);
        int to = semicolon < 0 ? line.length() : semicolon;
        add(pairs, line, from, to);
        from = to + 1;
      }
    }
    return pairs;
  }

  private static void add(Pairs pairs, String line, int pieceFrom, int pieceTo) {
    int from = pieceFrom;
    int to = pieceTo;
    while (from < to && HeaderText.isBlank(line.charAt(from))) {
      from++;
    }
    while (from < to && HeaderText.isBlank(line.charAt(to - 1))) {
      to--;
    }
    int equals = from;
    while (equals < to && line.charAt(equals) != '=') {
      equals++;
    }
    if (equals == to || !HttpToken.isToken(line, from, equals)) {
      return;
    }
    boolean quoted =
        to - equals > 2 && line.charAt(equals + 1) == '"' && line.charAt(to - 1) == '"';
    int valueFrom = quoted ? equals + 2 : equals + 1;
    int valueTo = quoted ? to - 1 : to;
    if (isValue(line, valueFrom, valueTo)) {
      pairs.add(line, from, equals, valueFrom, valueTo);
    }
  }

  private static boolean isValue(String line, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = line.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '"' || c == ',' || c == ';' || c == '\\') {
        return false;
      }
    }
    return true;
  }
}
