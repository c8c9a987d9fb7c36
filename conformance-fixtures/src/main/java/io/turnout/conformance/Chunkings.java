// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The ways in which a body is cut into pieces, none of which may change a decision. */
final class Chunkings {

  private static final int SINGLE_BYTES_UP_TO = 4096;
  private static final int EVERY_CUT_UP_TO = 512;
  private static final int CUTS_AROUND_SETTLING = 32;
  private static final int CUTS_AROUND_LIMIT = 8;
  private static final int SEEDED_CUTS = 64;
  private static final int MAX_RANDOM_PIECES = 12;

  private Chunkings() {}

  /**
   * The cuts of a body.
   *
   * @param length the body's bytes
   * @param settling how many bytes the decision read
   * @param limit the limit that holds, in bytes; it may lie beyond the body
   * @param random how many random cuts there are
   */
  static List<List<Integer>> of(int length, long settling, long limit, int random) {
    List<List<Integer>> all = new ArrayList<>();
    if (length == 0) {
      return all;
    }
    if (length <= SINGLE_BYTES_UP_TO) {
      all.add(IntStream.range(0, length).map(i -> 1).boxed().toList());
    }
    for (int cut : cuts(length, settling, limit)) {
      all.add(List.of(cut, length - cut));
    }
    Random seeded = new Random(length);
    for (int i = 0; i < random; i++) {
      all.add(pieces(length, seeded));
    }
    return all;
  }

  private static Set<Integer> cuts(int length, long settling, long limit) {
    if (length <= EVERY_CUT_UP_TO) {
      return IntStream.range(1, length).boxed().collect(Collectors.toSet());
    }
    Set<Integer> cuts = new LinkedHashSet<>();
    around(cuts, settling, CUTS_AROUND_SETTLING);
    around(cuts, limit, CUTS_AROUND_LIMIT);
    Random seeded = new Random(settling);
    for (int i = 0; i < SEEDED_CUTS; i++) {
      cuts.add(1 + seeded.nextInt(length - 1));
    }
    cuts.removeIf(cut -> cut < 1 || cut >= length);
    return cuts;
  }

  private static void around(Set<Integer> cuts, long position, int count) {
    for (long cut = position - count / 2; cut < position + (count + 1) / 2; cut++) {
      if (cut > 0 && cut < Integer.MAX_VALUE) {
        cuts.add((int) cut);
      }
    }
  }

  private static List<Integer> pieces(int length, Random random) {
    List<Integer> pieces = new ArrayList<>();
    int left = length;
    while (left > 0 && pieces.size() < MAX_RANDOM_PIECES) {
      int piece = random.nextInt(left + 1);
      pieces.add(piece);
      left -= piece;
    }
    if (left > 0) {
      pieces.add(left);
    }
    return pieces;
  }
}
