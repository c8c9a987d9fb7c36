// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import java.util.List;

/**
 * How many commas and semicolons a structured field has outside of quoted strings, so that members
 * and parameters can be counted before they are parsed (RFC 8941).
 *
 * @param commas those that divide members; each line after the first begins with one
 * @param semicolons those that begin parameters
 */
public record Delimiters(int commas, int semicolons) {

  /** Those of a field with these lines, at least one. */
  public static Delimiters of(List<String> lines) {
    int commas = lines.size() - 1;
    int semicolons = 0;
    for (String line : lines) {
      boolean quoted = false;
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        if (c == '\\' && quoted) {
          i++;
        } else if (c == '"') {
          quoted = !quoted;
        } else if (!quoted) {
          commas += c == ',' ? 1 : 0;
          semicolons += c == ';' ? 1 : 0;
        }
      }
    }
    return new Delimiters(commas, semicolons);
  }
}
