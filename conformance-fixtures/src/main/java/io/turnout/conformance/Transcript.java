// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.util.ArrayList;
import java.util.List;

/** What was asked since the last load, so that it can be asked again. */
final class Transcript {

  static final String HELLO = "{\"op\":\"hello\",\"protocol\":1}";

  private final List<String> lines = new ArrayList<>();

  /** Begins anew, as an implementation does when it loads. */
  void begin() {
    lines.clear();
    lines.add(HELLO);
  }

  void add(String line) {
    lines.add(line);
  }

  /** The lines up to now, hello first. */
  List<String> lines() {
    return List.copyOf(lines);
  }
}
