// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import io.turnout.resolve.Resolution;
import io.turnout.resolve.ResolverListener;
import java.util.concurrent.atomic.LongAdder;

// example: resolver-listener
/** Counts hits of the near cache, and calls of the authority by whether they were any good. */
final class LookupCounts implements ResolverListener {

  final LongAdder hits = new LongAdder();
  final LongAdder answered = new LongAdder();
  final LongAdder failed = new LongAdder();

  @Override
  public void onHit(Resolution resolution) {
    hits.increment();
  }

  @Override
  public void onLookup(LookupResult result, long latencyNanos) {
    switch (result) {
      case KNOWN, UNKNOWN -> answered.increment();
      case FAILED, THROTTLED, TIMED_OUT -> failed.increment();
    }
  }
}
// end of example
