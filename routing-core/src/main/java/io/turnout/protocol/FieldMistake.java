// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import java.util.Locale;

/** Why what another router says is ignored as a whole; for counters and logs. */
public enum FieldMistake {
  /** It is longer than the limit. */
  TOO_LONG,
  /** It has more members or parameters than the limit. */
  TOO_MANY,
  /** It breaks the grammar, or is cut off. */
  SYNTAX,
  /** A value is of another type than it must be. */
  WRONG_TYPE,
  /** A parameter or member is missing. */
  MISSING,
  /** A parameter, a key or the field itself is there twice. */
  REPEATED,
  /** A value is of the right type, and none that there can be. */
  OUT_OF_BOUNDS;

  /** The spelling for counters and logs, such as {@code out-of-bounds}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
