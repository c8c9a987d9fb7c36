// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

/**
 * How much of a text is taken in; a text beyond a limit is refused whole.
 *
 * @param sizeBytes the longest text, in bytes of UTF-8; also the most characters of text that
 *     aliases may repeat
 * @param nestingLevels how deep lists and mappings may nest; the outermost is level 1
 * @param collectionAliases how many aliases may stand for lists and mappings
 * @param values how many values there may be, those that aliases repeat included
 */
public record DocumentLimits(int sizeBytes, int nestingLevels, int collectionAliases, int values) {

  /** 4 MiB, 50 levels, 50 aliases, 1,000,000 values. */
  public static final DocumentLimits DEFAULT = new DocumentLimits(4 << 20, 50, 50, 1_000_000);

  /** The most levels that {@code nestingLevels} may allow. */
  public static final int MAX_NESTING_LEVELS = 500;

  /**
   * Checks every limit.
   *
   * @throws IllegalArgumentException if one is negative, or {@code nestingLevels} is above {@value
   *     #MAX_NESTING_LEVELS}
   */
  public DocumentLimits {
    if (sizeBytes < 0 || nestingLevels < 0 || collectionAliases < 0 || values < 0) {
      throw new IllegalArgumentException("a limit of a document must not be negative");
    }
    if (nestingLevels > MAX_NESTING_LEVELS) {
      throw new IllegalArgumentException(
          "nestingLevels " + nestingLevels + " must not be above " + MAX_NESTING_LEVELS);
    }
  }

  /** The same limits with another size, in bytes of UTF-8. */
  public DocumentLimits withSizeBytes(int sizeBytes) {
    return new DocumentLimits(sizeBytes, nestingLevels, collectionAliases, values);
  }
}
