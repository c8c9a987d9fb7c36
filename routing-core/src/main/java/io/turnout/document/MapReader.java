// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a mapping whose keys are known; a key that is not is reported when the reader is made. For
 * one thread.
 */
public final class MapReader {

  private final Map<String, MapValue.Entry> entries = new HashMap<>();
  private final MapValue map;
  private final String what;
  private final ValueReader values;
  private final List<String> knownKeys;

  MapReader(MapValue map, String what, ValueReader values, List<String> knownKeys) {
    this.map = map;
    this.what = what;
    this.values = values;
    this.knownKeys = List.copyOf(knownKeys);
    for (MapValue.Entry entry : map.entries()) {
      String key = entry.key().text();
      entries.put(key, entry);
      if (!knownKeys.contains(key)) {
        values
            .problems()
            .error(
                entry.key().at(),
                ProblemCode.UNKNOWN_KEY,
                "unknown " + Shown.key(key) + " in " + what,
                NearestWord.of(key, knownKeys));
      }
    }
  }

  /** The first character of the mapping. */
  public Position at() {
    return map.at();
  }

  /** What messages call the mapping. */
  public String what() {
    return what;
  }

  /** Whether a key that is not known is there, which has been reported. */
  public boolean hasUnknownKey() {
    return !knownKeys.containsAll(entries.keySet());
  }

  /** Whether a known key is there, with any value. */
  public boolean has(String key) {
    return find(key).isPresent();
  }

  /** The key and value of a known key, if it is there. */
  public Optional<MapValue.Entry> find(String key) {
    if (!knownKeys.contains(key)) {
      throw new IllegalArgumentException(
          "\"" + key + "\" is not among the known keys of " + what + ": " + knownKeys);
    }
    return Optional.ofNullable(entries.get(key));
  }

  /** Reads the value of a key if it is there; empty if it is not, or was reported. */
  public <T> Optional<T> read(String key, ValueReading<T> reading) {
    return find(key).flatMap(entry -> reading.read(entry.value(), "\"" + key + "\""));
  }

  /**
   * Reads the value of a key that has to be there; empty if it is not or is wrong, and reported.
   */
  public <T> Optional<T> require(String key, ValueReading<T> reading) {
    if (!has(key)) {
      values
          .problems()
          .error(at(), ProblemCode.MISSING_KEY, "\"" + key + "\" is missing from " + what);
      return Optional.empty();
    }
    return read(key, reading);
  }
}
