// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import io.turnout.spi.RouteKey;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Requests that come at random, for keys by Zipf's law. */
final class GeneratedTrace implements Trace {

  private final SplittableRandom random;
  private final double meanGapNanos;
  private final RouteKey[] keys;
  private final double[] shares;
  private final double[] keeps;
  private final int[] others;
  private double atNanos;
  private int key;

  GeneratedTrace(Load load, SplittableRandom random) {
    this.random = random;
    meanGapNanos = 1e9 / load.perSecond();
    keys = new RouteKey[load.keys()];
    Arrays.setAll(keys, i -> new RouteKey("key", String.valueOf(i)));
    shares = new double[keys.length];
    Arrays.setAll(shares, i -> StrictMath.pow(i + 1.0, -load.skew()));
    double sum = Arrays.stream(shares).sum();
    Arrays.setAll(shares, i -> shares[i] / sum);
    keeps = new double[keys.length];
    others = new int[keys.length];
    fillColumns();
  }

  /**
   * Cuts the shares into columns of one width, each of a key and at most one other, so that a draw
   * takes one column and one comparison.
   */
  private void fillColumns() {
    int[] waiting = new int[keys.length];
    int small = 0;
    int large = keys.length;
    for (int i = 0; i < keys.length; i++) {
      keeps[i] = shares[i] * keys.length;
      others[i] = i;
      if (keeps[i] < 1) {
        waiting[small++] = i;
      } else {
        waiting[--large] = i;
      }
    }
    while (small > 0 && large < keys.length) {
      int less = waiting[--small];
      int more = waiting[large];
      others[less] = more;
      keeps[more] -= 1 - keeps[less];
      if (keeps[more] < 1) {
        large++;
        waiting[small++] = more;
      }
    }
    while (small > 0) {
      keeps[waiting[--small]] = 1;
    }
  }

  @Override
  public boolean next() {
    atNanos -= StrictMath.log(1 - random.nextDouble()) * meanGapNanos;
    int column = random.nextInt(keys.length);
    key = random.nextDouble() < keeps[column] ? column : others[column];
    return true;
  }

  @Override
  public long atNanos() {
    return (long) atNanos;
  }

  @Override
  public int key() {
    return key;
  }

  @Override
  public RouteKey routeKey(int number) {
    return keys[number];
  }

  @Override
  public int number(RouteKey routeKey) {
    return Integer.parseInt(routeKey.value());
  }

  @Override
  public int keys() {
    return keys.length;
  }

  @Override
  public double[] shares() {
    return shares.clone();
  }

  @Override
  public void close() {}
}
