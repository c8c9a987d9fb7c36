// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.VirtualTime;
import java.util.BitSet;
import java.util.function.Supplier;

/** One router: its resolver, and the requests that come to it. For one thread. */
final class Router {

  private final VirtualTime time;
  private final Trace trace;
  private final Truth truth;
  private final Measures measures;
  private final Supplier<CellResolver> start;
  private final BitSet seen = new BitSet();
  private CellResolver resolver;

  /** Starts it; {@code start} gives a new resolver each time. */
  Router(RehearsedAuthority.Shared shared, Trace trace, Supplier<CellResolver> start) {
    time = shared.time();
    truth = shared.truth();
    measures = shared.measures();
    this.trace = trace;
    this.start = start;
    resolver = start.get();
  }

  /** Begins again with an empty near cache. */
  void restart() {
    resolver.close();
    resolver = start.get();
  }

  void close() {
    resolver.close();
  }

  void request(int key) {
    long now = time.nanos();
    int second = measures.asked(now);
    Resolution resolution = resolver.resolveNow(trace.routeKey(key));
    if (resolution.kind() != Resolution.Kind.MISS) {
      measures.hit(second);
      answered(key, now, resolution);
      return;
    }
    resolver.resolveMissed(trace.routeKey(key)).thenAccept(answer -> answered(key, now, answer));
  }

  private void answered(int key, long askedAt, Resolution resolution) {
    long now = time.nanos();
    int second = (int) (askedAt / Measures.NANOS_PER_SECOND);
    if (resolution instanceof Resolution.Unavailable unavailable) {
      measures.unanswered(unavailable.cause(), second, now - askedAt, seen.get(key));
      return;
    }
    seen.set(key);
    RouteEntry entry = Measures.entry(resolution);
    measures.answered(
        resolution,
        second,
        now - askedAt,
        time.wallMillis() - entry.loadedAt(),
        truth.wrongFor(key, entry.version(), now));
  }
}
