// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that was probably meant. */
public final class NearestWord {

  private static final int LONGEST_WORD_CHARS = 64;

  private NearestWord() {}

  /**
   * The nearest of the known words by the number of letters to change, insert, drop or swap; the
   * first of several. Empty if even that one needs more than a third of its letters changed. Upper
   * and lower case are the same letter.
   */
  public static Optional<String> of(String word, Collection<String> known) {
    if (word.length() > LONGEST_WORD_CHARS) {
      return Optional.empty();
    }
    String wanted = word.toLowerCase(Locale.ROOT);
    String nearest = null;
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      int allowed = Math.max(1, Math.max(candidate.length(), word.length()) / 3);
      if (candidate.length() > LONGEST_WORD_CHARS
          || Math.abs(candidate.length() - word.length()) > allowed) {
        continue;
      }
      int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT));
      if (distance <= allowed && distance < least) {
        nearest = candidate;
        least = distance;
      }
    }
    return Optional.ofNullable(nearest);
  }

  private static int distance(String from, String to) {
    int[][] steps = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int best = Math.min(steps[i - 1][j], steps[i][j - 1]) + 1;
        best = Math.min(best, steps[i - 1][j - 1] + change);
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          best = Math.min(best, steps[i - 2][j - 2] + 1);
        }
        steps[i][j] = best;
      }
    }
    return steps[from.length()][to.length()];
  }
}
