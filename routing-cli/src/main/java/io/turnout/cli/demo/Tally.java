// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.measure.Latencies;
import io.turnout.decision.RouteDecision;
import io.turnout.resolve.Resolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** What came of the requests so far. Thread-safe. */
final class Tally {

  /** How many differences are kept word for word. */
  static final int DIFFERENCES_KEPT = 10;

  private final LongAdder done = new LongAdder();
  private final LongAdder different = new LongAdder();
  private final Counts outcomes = new Counts();
  private final Counts rules = new Counts();
  private final Counts sources = new Counts();
  private final Counts freshness = new Counts();
  private final Counts cells = new Counts();
  private final Latencies latencies = new Latencies();
  private final List<String> differences = new ArrayList<>();

  /** Counts a decision. */
  void decided(RouteDecision decision) {
    outcomes.add(decision.status().isPresent() ? "rejected" : "to a cell");
    rules.add(decision.rule().orElse("(no rule)"));
    sources.add(decision.source().orElse("(none)"));
    freshness.add(decision.resolution().map(Tally::freshness).orElse("(no look-up)"));
  }

  private static String freshness(Resolution resolution) {
    String word = resolution.kind().name().toLowerCase(Locale.ROOT);
    return word + ", " + resolution.layer();
  }

  /** Counts the time that a decision took. */
  void decidedWithin(long nanos) {
    latencies.add(nanos);
  }

  /** Counts an arrival at a cell. */
  void arrived(String cell) {
    cells.add(cell);
  }

  /** Counts a request that is over. */
  void judged(Recorded recorded, List<String> found) {
    done.increment();
    if (!found.isEmpty()) {
      different.increment();
      keep(recorded.name() + ": " + String.join("; ", found));
    }
  }

  private synchronized void keep(String difference) {
    if (differences.size() < DIFFERENCES_KEPT) {
      differences.add(difference);
    }
  }

  /** The first differences, word for word. */
  synchronized List<String> differences() {
    return List.copyOf(differences);
  }

  /** How many requests are over. */
  long done() {
    return done.sum();
  }

  /** How many of them went another way than expected. */
  long different() {
    return different.sum();
  }

  Counts outcomes() {
    return outcomes;
  }

  Counts rules() {
    return rules;
  }

  Counts sources() {
    return sources;
  }

  Counts freshness() {
    return freshness;
  }

  Counts cells() {
    return cells;
  }

  Latencies latencies() {
    return latencies;
  }
}
