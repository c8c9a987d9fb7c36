// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks.soak;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * More keys than a gateway has room for, each in the cell that its number says. Thread-safe.
 *
 * @param count how many there are
 */
record Keys(int count) {

  /** The cells. */
  static final List<String> CELLS = List.of("a-1", "b-1", "c-1", "d-1");

  /** The rules by which they are found. */
  static final String RULES =
      """
      turnout: 1
      cells: [a-1, b-1, c-1, d-1]
      rules:
        - name: by-header
          key: { namespace: k, from: [ { header: X-Id } ] }
        - name: by-body
          when: { method: POST, path: /body }
          key: { namespace: k, from: [ { body: { json: /id, limit: 64KiB } } ] }
      """;

  String random() {
    return Integer.toString(ThreadLocalRandom.current().nextInt(count));
  }

  String cell(String key) {
    return CELLS.get(Integer.parseInt(key) % CELLS.size());
  }

  /** A route file. Lives are short, so that routes are also refreshed and forgotten. */
  String routes() {
    StringBuilder text = new StringBuilder("turnout-routes: 1\n");
    text.append("defaults: { fresh-for: 5s, expire-after: 20s }\nroutes:\n");
    for (int key = 0; key < count; key++) {
      text.append("  \"k:").append(key).append("\": ");
      text.append(CELLS.get(key % CELLS.size())).append('\n');
    }
    return text.toString();
  }
}
