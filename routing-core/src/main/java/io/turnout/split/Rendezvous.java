// SPDX-License-Identifier: Apache-2.0
package io.turnout.split;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * Weighted rendezvous hashing: each stage draws a score for an ID, and the lowest wins.
 *
 * <p>A stage's score depends on the split, the ID, the stage's name and its weight alone, so a
 * change of one weight moves users only to or from that stage. The function is exact, so that every
 * implementation agrees: {@code h} is the first 8 bytes, big-endian, of SHA-256(split name ‖ 0x00 ‖
 * id), {@code s} the same of SHA-256(stage name), {@code m} the SplitMix64 finaliser of {@code h
 * xor s}, {@code u = ((m >>> 11) + 0.5) · 2⁻⁵³} and the score {@code −ln(u) / weight} with fdlibm's
 * logarithm. Equal scores go to the earlier stage; a weight of 0 never wins.
 *
 * <p>Immutable.
 */
final class Rendezvous {

  private static final double TWO_TO_MINUS_53 = 0x1p-53;

  private final byte[] prefix;
  private final long[] seeds;
  private final double[] weights;

  private Rendezvous(byte[] prefix, long[] seeds, double[] weights) {
    this.prefix = prefix;
    this.seeds = seeds;
    this.weights = weights;
  }

  /** A stage and how much of the traffic it gets: a finite weight of 0 or more. */
  record Share(String stage, double weight) {}

  /** Makes one ready; at least one share must be positive. */
  static Rendezvous of(String split, List<Share> shares) {
    byte[] name = split.getBytes(StandardCharsets.UTF_8);
    byte[] prefix = new byte[name.length + 1];
    System.arraycopy(name, 0, prefix, 0, name.length);
    long[] seeds = new long[shares.size()];
    double[] weights = new double[shares.size()];
    for (int i = 0; i < seeds.length; i++) {
      seeds[i] = firstLong(shares.get(i).stage().getBytes(StandardCharsets.UTF_8));
      weights[i] = shares.get(i).weight();
    }
    return new Rendezvous(prefix, seeds, weights);
  }

  /** The number of the stage that wins an ID, in the order of the shares. */
  int winner(String id) {
    long hash = firstLong(prefix, id.getBytes(StandardCharsets.UTF_8));
    int best = -1;
    double lowest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < seeds.length; i++) {
      if (weights[i] > 0) {
        double score = -StrictMath.log(uniform(mixed(hash ^ seeds[i]))) / weights[i];
        if (best < 0 || score < lowest) {
          best = i;
          lowest = score;
        }
      }
    }
    if (best < 0) {
      throw new IllegalStateException("no stage has a positive weight");
    }
    return best;
  }

  /** A number of the open interval from 0 to 1. */
  private static double uniform(long mixed) {
    return ((mixed >>> 11) + 0.5) * TWO_TO_MINUS_53;
  }

  /** The finaliser of SplitMix64. */
  private static long mixed(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** The first 8 bytes, big-endian, of the SHA-256 of the parts one after the other. */
  private static long firstLong(byte[]... parts) {
    byte[] digest;
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        sha.update(part);
      }
      digest = sha.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    long first = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      first = first << 8 | digest[i] & 0xff;
    }
    return first;
  }
}
