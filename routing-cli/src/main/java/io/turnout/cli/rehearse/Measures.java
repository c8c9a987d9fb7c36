// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import io.turnout.cli.measure.Latencies;
import io.turnout.resolve.Resolution;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.resolve.ResolverListener;
import io.turnout.spi.RouteEntry;
import java.util.EnumMap;
import java.util.Map;

/**
 * What is counted while a rehearsal runs: per second over the whole run, its warm-up included, and
 * in all for what comes after that. For one thread.
 */
final class Measures implements ResolverListener {

  static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** How wrong answers are told apart, by their age in seconds. */
  static final int[] AGES_SECONDS = {1, 10, 60, 300, 1_800, Integer.MAX_VALUE};

  private final int warmUpSeconds;
  private final int seconds;
  private final Seconds requests;
  private final Seconds hits;
  private final Seconds calls;
  private final Seconds atOnce;
  private final Seconds throttled;
  private final Seconds unanswered;
  private final Seconds wrong;
  private final Seconds longestWait;
  private final Latencies waits = new Latencies();
  private final Latencies realWaits = new Latencies();
  private final Latencies ages = new Latencies();
  private final Latencies wrongAges = new Latencies();
  private final long[] wrongByAge = new long[AGES_SECONDS.length];
  private final Map<Resolution.Kind, Long> kinds = new EnumMap<>(Resolution.Kind.class);
  private final Map<Cause, Long> causes = new EnumMap<>(Cause.class);
  private final Map<LayerResult, Long> layerReads = new EnumMap<>(LayerResult.class);
  private long lookups;
  private long unansweredBefore;
  private long fromLayer;
  private long fromAuthority;
  private long longestLayerReadNanos;
  private int nowSecond;

  Measures(int warmUpSeconds, int seconds) {
    this.warmUpSeconds = warmUpSeconds;
    this.seconds = seconds;
    requests = new Seconds(seconds);
    hits = new Seconds(seconds);
    calls = new Seconds(seconds);
    atOnce = new Seconds(seconds);
    throttled = new Seconds(seconds);
    unanswered = new Seconds(seconds);
    wrong = new Seconds(seconds);
    longestWait = new Seconds(seconds);
  }

  /** The near cache answered at once. */
  void hit(int second) {
    hits.add(second, 1);
  }

  /** A request came. */
  int asked(long nowNanos) {
    nowSecond = (int) (nowNanos / NANOS_PER_SECOND);
    requests.add(nowSecond, 1);
    return nowSecond;
  }

  /**
   * A request was answered with a cell.
   *
   * @param ageMillis how long ago the look-up was sent that brought the answer
   * @param wrongForNanos how long the answer had been wrong; negative if it is right
   */
  void answered(
      Resolution resolution, int second, long waitNanos, long ageMillis, long wrongForNanos) {
    longestWait.raise(second, waitNanos);
    if (wrongForNanos >= 0) {
      wrong.add(second, 1);
    }
    if (second < warmUpSeconds) {
      return;
    }
    waits.add(waitNanos);
    ages.add(ageMillis * NANOS_PER_MILLI);
    if (waitNanos > 0) {
      realWaits.add(waitNanos);
    }
    kinds.merge(resolution.kind(), 1L, Long::sum);
    String layer = resolution.layer();
    if (layer.equals(Resolution.AUTHORITY)) {
      fromAuthority++;
    } else if (!layer.equals(Resolution.NEAR)) {
      fromLayer++;
    }
    if (wrongForNanos >= 0) {
      wrongAges.add(wrongForNanos);
      int age = 0;
      while (wrongForNanos > AGES_SECONDS[age] * NANOS_PER_SECOND) {
        age++;
      }
      wrongByAge[age]++;
    }
  }

  /** A request was not answered. */
  void unanswered(Cause cause, int second, long waitNanos, boolean seenBefore) {
    unanswered.add(second, 1);
    longestWait.raise(second, waitNanos);
    if (second >= warmUpSeconds) {
      causes.merge(cause, 1L, Long::sum);
      unansweredBefore += seenBefore ? 1 : 0;
    }
  }

  /**
   * The authority was called.
   *
   * @param running how many calls of one router run now
   */
  void authorityCalled(long nowNanos, int keys, int running) {
    int second = (int) (nowNanos / NANOS_PER_SECOND);
    calls.add(second, 1);
    atOnce.raise(second, running);
    lookups += second >= warmUpSeconds && second < seconds ? keys : 0;
  }

  @Override
  public void onLookup(LookupResult result, long latencyNanos) {
    if (result == LookupResult.THROTTLED) {
      throttled.add(nowSecond, 1);
    }
  }

  @Override
  public void onLayerRead(String layer, LayerResult result, long latencyNanos) {
    if (nowSecond >= warmUpSeconds) {
      layerReads.merge(result, 1L, Long::sum);
      longestLayerReadNanos = Math.max(longestLayerReadNanos, latencyNanos);
    }
  }

  /** When the answer's look-up was sent, and its version; only of answers with a cell. */
  static RouteEntry entry(Resolution resolution) {
    return switch (resolution.kind()) {
      case FRESH -> ((Resolution.Fresh) resolution).entry();
      case STALE -> ((Resolution.Stale) resolution).entry();
      case EXPIRED -> ((Resolution.Expired) resolution).entry();
      default -> throw new IllegalStateException("no cell: " + resolution.kind());
    };
  }

  int warmUpSeconds() {
    return warmUpSeconds;
  }

  /** How many seconds the whole run has. */
  int seconds() {
    return seconds;
  }

  Seconds requests() {
    return requests;
  }

  Seconds hits() {
    return hits;
  }

  Seconds calls() {
    return calls;
  }

  Seconds atOnce() {
    return atOnce;
  }

  /** Look-ups that the authority refused for getting too many. */
  Seconds throttled() {
    return throttled;
  }

  Seconds unanswered() {
    return unanswered;
  }

  Seconds wrong() {
    return wrong;
  }

  Seconds longestWait() {
    return longestWait;
  }

  /** What requests waited that were answered. */
  Latencies waits() {
    return waits;
  }

  /** The same without those that did not wait. */
  Latencies realWaits() {
    return realWaits;
  }

  Latencies ages() {
    return ages;
  }

  Latencies wrongAges() {
    return wrongAges;
  }

  long wrongByAge(int age) {
    return wrongByAge[age];
  }

  long of(Resolution.Kind kind) {
    return kinds.getOrDefault(kind, 0L);
  }

  long of(Cause cause) {
    return causes.getOrDefault(cause, 0L);
  }

  long of(LayerResult result) {
    return layerReads.getOrDefault(result, 0L);
  }

  /** How many keys the authority was asked for. */
  long lookups() {
    return lookups;
  }

  /** Of what was not answered, how much was for keys that its router had answered before. */
  long unansweredBefore() {
    return unansweredBefore;
  }

  long fromLayer() {
    return fromLayer;
  }

  long fromAuthority() {
    return fromAuthority;
  }

  long longestLayerReadNanos() {
    return longestLayerReadNanos;
  }
}
