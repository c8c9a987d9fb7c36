// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.request.HttpToken;
import java.util.List;

/** One line of {@code Forwarded} (RFC 7239, section 4): what its elements say of {@code for}. */
final class ForwardedLine {

  /** What an element says that names nobody. */
  private static final String NOBODY = "unknown";

  private final String line;
  private int at;

  ForwardedLine(String line) {
    this.line = line;
  }

  /**
   * Adds what each element says.
   *
   * @return whether the line could be read; if not, what was added is of no use
   */
  boolean read(List<String> entries) {
    while (at < line.length()) {
      skipBlanks();
      if (at == line.length()) {
        return true;
      }
      if (line.charAt(at) == ',') {
        at++;
      } else if (!element(entries)) {
        return false;
      }
    }
    return true;
  }

  /** Reads pairs up to a comma or the end. */
  private boolean element(List<String> entries) {
    String node = NOBODY;
    boolean named = false;
    while (at < line.length() && line.charAt(at) != ',') {
      if (line.charAt(at) == ';') {
        at++;
        continue;
      }
      int equals = line.indexOf('=', at);
      if (equals < 0 || !HttpToken.isToken(line, at, equals)) {
        return false;
      }
      boolean isFor = line.substring(at, equals).equalsIgnoreCase("for");
      at = equals + 1;
      String value = value();
      if (value.isEmpty() || isFor && named) {
        return false;
      }
      named |= isFor;
      node = isFor ? value : node;
      skipBlanks();
      if (at < line.length() && ",;".indexOf(line.charAt(at)) < 0) {
        return false;
      }
    }
    entries.add(node);
    return true;
  }

  /** A token or a quoted string; empty if it is neither. */
  private String value() {
    if (at < line.length() && line.charAt(at) == '"') {
      return quoted();
    }
    int from = at;
    while (at < line.length() && HttpToken.isToken(line, at, at + 1)) {
      at++;
    }
    return line.substring(from, at);
  }

  private String quoted() {
    StringBuilder text = new StringBuilder();
    for (at++; at < line.length(); at++) {
      char c = line.charAt(at);
      if (c == '"') {
        at++;
        return text.toString();
      }
      if (c == '\\' && at + 1 < line.length()) {
        c = line.charAt(++at);
      }
      text.append(c);
    }
    return "";
  }

  private void skipBlanks() {
    while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
      at++;
    }
  }
}
