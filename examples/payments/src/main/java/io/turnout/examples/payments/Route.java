// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

/**
 * One entry of the routes: a key and its cell.
 *
 * @param origin what clients know and the key is made from; for most keys the value itself
 * @param durations what the entry says about freshness, as YAML; empty for the defaults
 */
record Route(String namespace, String value, String origin, String cell, String durations) {

  String key() {
    return namespace + ":" + value;
  }

  String toYaml() {
    String answer = durations.isEmpty() ? cell : "{ cell: " + cell + ", " + durations + " }";
    return "  \"" + key() + "\": " + answer + "\n";
  }
}
