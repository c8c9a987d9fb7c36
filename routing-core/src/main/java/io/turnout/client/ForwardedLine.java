// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.request.HttpToken;
import java.util.List;

/**
 * One line of {@code Forwarded} (RFC 7239, section 4): what its elements say of {@code for}.
 *
 * <p>Elements are told apart from the right, by commas to whose right quotes are even. In a line
 * that keeps to the standard that is the same as from the left; in one to which a client has given
 * a broken beginning, a quote that never ends among them, it still finds what the last proxies have
 * added.
 */
final class ForwardedLine {

  /** What an element says that names nobody. */
  private static final String NOBODY = "unknown";

  private final String element;
  private int at;

  private ForwardedLine(String element) {
    this.element = element;
  }

  /**
   * Adds what the last elements of a line say, from the right, until there are as many entries as
   * needed. An element that cannot be read, or says nothing, is {@code unknown}.
   */
  static void addLast(int needed, String line, List<String> entries) {
    int to = line.length();
    boolean quoted = false;
    for (int i = to - 1; i >= 0 && entries.size() < needed; i--) {
      char c = line.charAt(i);
      if (c == '"' && !isEscaped(line, i)) {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        add(line.substring(i + 1, to), entries);
        to = i;
      }
    }
    if (entries.size() < needed) {
      add(line.substring(0, to), entries);
    }
  }

  private static boolean isEscaped(String line, int quote) {
    int from = quote;
    while (from > 0 && line.charAt(from - 1) == '\\') {
      from--;
    }
    return (quote - from) % 2 == 1;
  }

  private static void add(String element, List<String> entries) {
    if (!element.isBlank()) {
      String node = new ForwardedLine(element).node();
      entries.add(node.isEmpty() ? NOBODY : node);
    }
  }

  /** The node that the element names; empty if it names none, or cannot be read. */
  private String node() {
    String node = "";
    skipBlanks();
    while (at < element.length()) {
      if (element.charAt(at) == ';') {
        at++;
        continue;
      }
      int equals = element.indexOf('=', at);
      if (equals < 0 || !HttpToken.isToken(element, at, equals)) {
        return "";
      }
      boolean isFor = element.substring(at, equals).equalsIgnoreCase("for");
      at = equals + 1;
      String value = value();
      if (value.isEmpty() || isFor && !node.isEmpty()) {
        return "";
      }
      node = isFor ? value : node;
      skipBlanks();
      if (at < element.length() && element.charAt(at) != ';') {
        return "";
      }
    }
    return node;
  }

  /** A token or a quoted string; empty if it is neither. */
  private String value() {
    if (at < element.length() && element.charAt(at) == '"') {
      return quoted();
    }
    int from = at;
    while (at < element.length() && HttpToken.isToken(element, at, at + 1)) {
      at++;
    }
    return element.substring(from, at);
  }

  private String quoted() {
    StringBuilder text = new StringBuilder();
    for (at++; at < element.length(); at++) {
      char c = element.charAt(at);
      if (c == '"') {
        at++;
        return text.toString();
      }
      if (c == '\\' && at + 1 < element.length()) {
        c = element.charAt(++at);
      }
      text.append(c);
    }
    return "";
  }

  private void skipBlanks() {
    while (at < element.length() && (element.charAt(at) == ' ' || element.charAt(at) == '\t')) {
      at++;
    }
  }
}
